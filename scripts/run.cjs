'use strict'
// Runs a TypeScript entry of this project: installs what is missing, then hands over to Node 24.
// Plain old JavaScript on purpose, so that whatever Node is on the machine can read it.

var childProcess = require('child_process')
var crypto = require('crypto')
var fs = require('fs')
var path = require('path')

var oldest = 20
var root = path.join(__dirname, '..')
var current = parseInt(process.versions.node, 10)
var pinned = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
var stamp = path.join(root, 'node_modules/.zhenyue-installed')

if (current < oldest) {
  console.error(
    '需要 Node.js ' +
      oldest +
      ' 或更新版本,当前为 ' +
      process.version +
      ' (Node.js ' +
      oldest +
      ' or newer is needed to begin)',
  )
  process.exit(1)
}

var args = process.argv.slice(2)
var dev = args[0] === '--dev'
if (dev) args.shift()

install()
runEntry()

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
    console.error('依赖安装失败,请检查网络或 npm 源 (installing the dependencies failed)')
    process.exit(1)
  }
  fs.writeFileSync(stamp, (dev ? 'dev ' : 'production ') + lock)
}

function runEntry() {
  var node = current >= 24 ? process.execPath : pinned
  var entry = path.join(root, args[0])
  var child = childProcess.spawn(node, [entry].concat(args.slice(1)), { stdio: 'inherit' })
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  })
  // npm passes a signal on to its shell, which ends without telling us.
  var parent = process.ppid
  setInterval(function () {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 250).unref()
  child.on('exit', function (code, signal) {
    process.exit(signal ? 1 : code)
  })
}
