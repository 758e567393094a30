'use strict'
// Runs a TypeScript entry of this project: installs what is missing, builds the web apps and the service where
// their sources have changed, then hands over to Node 24.
// Plain old JavaScript on purpose, so that whatever Node is on the machine can read it.

var childProcess = require('child_process')
var crypto = require('crypto')
var fs = require('fs')
var path = require('path')
// With a smaller nursery, fewer heaps for its threads, and what is large given back at once (19 MiB for each password
// that is checked), the service stays under 200 MB and is no slower.
var launch = require('./launch.json')
var nodeVersion = require('../bin/node-version.cjs')

var oldest = 20
var root = path.join(__dirname, '..')
var current = parseInt(process.versions.node, 10)
var isWindows = process.platform === 'win32'
// The package of this platform, where there is one: the lockfile has its hash.
var runtime = ['node', isWindows ? 'win' : process.platform, process.arch].join('-')
var pinned = path.join(root, 'node_modules', runtime, 'bin', isWindows ? 'node.exe' : 'node')
var stamp = path.join(root, 'node_modules/.zhenyue-installed')

if (current < oldest) {
  console.error(
    '需要 Node.js ' +
      oldest +
      ' 或更新版本，当前为 ' +
      process.version +
      ' · Node.js ' +
      oldest +
      ' or newer is needed to begin',
  )
  process.exit(1)
}

var args = process.argv.slice(2)
var dev = args[0] === '--dev'
var buildOnly = args[0] === '--build'
if (dev || buildOnly) args.shift()

/** What is built: the service, and the web apps that it serves; other commands of the program serve no pages. */
var parts = dev || buildOnly || args[1] === 'serve' ? ['patient', 'console', 'server'] : ['server']
var node = nodeVersion.isNewEnough ? process.execPath : pinned

install()
if (!nodeVersion.isNewEnough && !fs.existsSync(pinned)) {
  console.error(
    '此平台请自行安装 Node.js ' +
      nodeVersion.tested +
      ' 或更新版本 · on this platform install Node.js ' +
      nodeVersion.tested +
      ' or newer',
  )
  process.exit(1)
}
parts.forEach(build)
if (!buildOnly) runEntry()

/** Nothing to do where the last install was of this lockfile and brought at least what is needed now. */
function install() {
  var lock = crypto
    .createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  var installed = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : ''
  if (installed === 'dev ' + lock || (!dev && installed === 'production ' + lock)) return

  console.error('正在安装依赖… Installing dependencies…')
  // The Node that started npm, as the install replaces the one in node_modules.
  var node = process.env.npm_node_execpath || process.execPath
  var npm = process.env.npm_execpath
  var options = ['ci', '--loglevel=error', dev ? '--include=dev' : '--omit=dev']
  var result = npm
    ? childProcess.spawnSync(node, [npm].concat(options), { cwd: root, stdio: 'inherit' })
    : childProcess.spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: true })
  if (result.status !== 0) {
    console.error('依赖安装失败，请检查网络或 npm 源 · installing the dependencies failed')
    process.exit(1)
  }
  fs.writeFileSync(stamp, (dev ? 'dev ' : 'production ') + lock)
}

function filesUnder(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).reduce(function (files, entry) {
    var file = path.join(folder, entry.name)
    if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name === 'test') return files
    return files.concat(entry.isDirectory() ? filesUnder(file) : file)
  }, [])
}

/** Nothing to do where the last build was of these very sources. */
function build(part) {
  var folder = path.join(root, part)
  if (!fs.existsSync(folder)) return
  var mark = path.join(folder, 'dist/.built')
  var hash = crypto.createHash('sha256')
  filesUnder(folder)
    .concat(filesUnder(path.join(root, 'contract')), path.join(root, 'package-lock.json'))
    .sort()
    .forEach(function (file) {
      hash.update(path.relative(root, file) + '\0').update(fs.readFileSync(file))
    })
  var sources = hash.digest('hex')
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === sources) return

  console.error('正在构建… Building: ' + part)
  var result = childProcess.spawnSync(node, [path.join(folder, 'build.ts')], { cwd: root, stdio: 'inherit' })
  if (result.status === 0) return fs.writeFileSync(mark, sources)
  console.error('构建失败 · building failed: ' + part)
  // The service is of use without its pages; a test is not.
  if (dev || buildOnly || part === 'server') process.exit(1)
}

function runEntry() {
  var entry = path.join(root, args[0])
  var child = childProcess.spawn(node, launch.flags.concat(entry, args.slice(1)), {
    stdio: 'inherit',
    env: Object.assign({}, launch.env, process.env),
  })
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  })
  // npm passes a signal on to its shell, which ends without telling us.
  var parent = process.ppid
  if (process.env.npm_execpath) {
    setInterval(function () {
      if (process.ppid !== parent) child.kill('SIGTERM')
    }, 250).unref()
  }
  child.on('exit', function (code, signal) {
    process.exit(signal ? 1 : code)
  })
}
