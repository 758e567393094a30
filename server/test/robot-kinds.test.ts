import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { isRobotUrl, maskRobotUrl, robotAnswer, robotRequest } from '../src/robots/kinds.ts'

const key = '693a91f6-0000-4bc4-97a0-0ec20000aaaa'
const urls = {
  wecom: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${key}`,
  dingtalk: `https://oapi.dingtalk.com/robot/send?access_token=${'0a1b'.repeat(16)}`,
  feishu: `https://open.feishu.cn/open-apis/bot/v2/hook/${key}`,
}
const kinds = ['wecom', 'dingtalk', 'feishu'] as const
const now = 1_599_360_473_999
const text = '新线索:张** 139****0000 自测 94 分'

test('WeCom gets the text as it is', () => {
  const { url, body } = robotRequest({ kind: 'wecom', url: urls.wecom, secret: null }, text, now)
  assert.equal(url, urls.wecom)
  assert.deepEqual(JSON.parse(body), { msgtype: 'text', text: { content: text } })
})

test('DingTalk is signed in its address: milliseconds, the secret as the key', () => {
  // Signatures of several moments, so that every character that an address has to encode occurs.
  for (let at = now; at < now + 50; at++) {
    const { url, body } = robotRequest({ kind: 'dingtalk', url: urls.dingtalk, secret: 'SECtest' }, text, at)
    const sign = createHmac('sha256', 'SECtest').update(`${at}\nSECtest`).digest('base64')
    assert.equal(url, `${urls.dingtalk}&timestamp=${at}&sign=${encodeURIComponent(sign)}`)
    assert.deepEqual(JSON.parse(body), { msgtype: 'text', text: { content: text } })
  }
  assert.equal(robotRequest({ kind: 'dingtalk', url: urls.dingtalk }, text, now).url, urls.dingtalk)
})

test('Feishu is signed in its body: seconds, the signed text as the key of an empty message', () => {
  const { url, body } = robotRequest({ kind: 'feishu', url: urls.feishu, secret: 'demo' }, text, now)
  assert.equal(url, urls.feishu)
  assert.deepEqual(JSON.parse(body), {
    timestamp: '1599360473',
    sign: createHmac('sha256', '1599360473\ndemo').digest('base64'),
    msg_type: 'text',
    content: { text },
  })
  const unsigned = robotRequest({ kind: 'feishu', url: urls.feishu, secret: '' }, text, now)
  assert.deepEqual(JSON.parse(unsigned.body), { msg_type: 'text', content: { text } })
})

test('with an endpoint the host is replaced and nothing else', () => {
  for (const kind of kinds) {
    const robot = { kind, url: urls[kind], secret: 'SECtest' }
    const direct = robotRequest(robot, text, now)
    for (const endpoint of ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/']) {
      const proxied = robotRequest(robot, text, now, endpoint)
      assert.equal(proxied.url, direct.url.replace(/^https:\/\/[^/]+/, 'http://127.0.0.1:9000'))
      assert.equal(proxied.body, direct.body)
    }
  }
})

test('a robot has the host and path of its kind, and a key', () => {
  for (const kind of kinds) {
    for (const other of kinds) assert.equal(isRobotUrl(kind, urls[other]), kind === other)
    const url = urls[kind]
    for (const wrong of [
      '',
      url.replace('https:', 'http:'),
      url.replace('https://', 'https://user@'),
      url.replace('.c', '.evil.c'),
      url.replace(/^https:\/\/([^/]+)/, 'https://$1:8443'),
      url.replace(/^https:\/\/([^/]+)/, 'https://$1.example.org'),
      url.replace(/^https:\/\/([^/]+)/, 'https://$1@example.org'),
      url.replace(/^https:\/\/[^/]+/, 'https://127.0.0.1'),
      url.replace(/[\w-]+$/, ''),
      `${url}/../../x`,
      `${url}#x`,
      `${url}&a=b`,
      maskRobotUrl(url),
    ]) {
      assert.equal(isRobotUrl(kind, wrong), false, wrong)
    }
  }
})

test('masked, a robot can be told from another and not be used', () => {
  assert.equal(maskRobotUrl(urls.wecom), 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=****aaaa')
  assert.equal(maskRobotUrl(urls.feishu), 'https://open.feishu.cn/open-apis/bot/v2/hook/****aaaa')
  assert.equal(
    maskRobotUrl('https://open.feishu.cn/open-apis/bot/v2/hook/short-key'),
    'https://open.feishu.cn/open-apis/bot/v2/hook/****',
  )
  assert.equal(maskRobotUrl(`https://elsewhere.example.org/${key}`), '****')
})

test('an answer is a success by the code in it alone', () => {
  assert.equal(robotAnswer('wecom', 200, '{"errcode":0,"errmsg":"ok"}'), 'ok')
  assert.equal(robotAnswer('dingtalk', 200, '{"errcode":0,"errmsg":"ok"}'), 'ok')
  assert.equal(
    robotAnswer(
      'feishu',
      200,
      '{"StatusCode":0,"StatusMessage":"success","code":0,"data":{},"msg":"success"}',
    ),
    'ok',
  )
  assert.equal(
    robotAnswer('wecom', 200, '{"errcode":45009,"errmsg":"api freq out of limit"}'),
    'errcode 45009 api freq out of limit',
  )
  assert.equal(
    robotAnswer('dingtalk', 200, '{"errcode":310000,"errmsg":"签名不匹配"}'),
    'errcode 310000 签名不匹配',
  )
  assert.equal(
    robotAnswer('feishu', 200, '{"code":19021,"data":{},"msg":"sign match fail"}'),
    'code 19021 sign match fail',
  )
  assert.equal(robotAnswer('feishu', 400, '{"code":9499}'), 'code 9499')
  for (const body of ['', '<html></html>', 'null', '[]', '{"errcode":"0"}', '{"ok":true}']) {
    for (const kind of kinds) assert.equal(robotAnswer(kind, 200, body), 'HTTP 200', body)
  }
  assert.notEqual(robotAnswer('wecom', 502, '{"errcode":0}'), 'ok')
  assert.ok(robotAnswer('wecom', 200, JSON.stringify({ errcode: 1, errmsg: 'x'.repeat(9999) })).length < 300)
})
