import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { checkAddress, isGlobalUnicast, parseAllow, type Resolve } from '../src/outbound/address-rules.ts'
import { OutboundError, post } from '../src/outbound/post.ts'
import { atPort, disguises, localNames, registered } from './inside-addresses.ts'

const nothing = parseAllow('')
const resolvesTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses)
const neverAsked: Resolve = (host) => Promise.reject(new Error(`${host} was looked up`))

test('global unicast is what no special range holds, up to the last address before and after each', () => {
  const special = [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '255.255.255.255'],
  ] as const
  const number = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const dotted = (value: number) =>
    [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.')
  for (const [first, last] of special) {
    for (const ip of [first, last]) assert.equal(isGlobalUnicast(ip), false, ip)
    for (const value of [number(first) - 1, number(last) + 1]) {
      if (value >= 0 && value < 2 ** 32) assert.equal(isGlobalUnicast(dotted(value)), true, dotted(value))
    }
  }
})

test('of IPv6 only 2000::/3 is global, without documentation, protocol ranges and private IPv4 inside', () => {
  for (const ip of [
    '2000::1',
    '2400:3200::1',
    '2606:4700:4700::1111',
    '3ffe:ffff::1',
    '2001:200::1',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2002:808:808::1',
    '2001:0:4136:e378:8000:63bf:f7f7:f7f7',
  ]) {
    assert.equal(isGlobalUnicast(ip), true, ip)
  }
  for (const ip of [
    '::',
    '::1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '::ffff:10.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '1fff:ffff::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:10::1',
    '2001:1ff:ffff::1',
    '2002:7f00:1::1',
    '2002:a00:1::',
    '2002:c0a8:101::1',
    '2001:0:7f00:1:8000:63bf:f7f7:f7f7',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fe80::1%lo',
    '2400:3200::1%eth0',
    'fec0::1',
    'ff02::1',
  ]) {
    assert.equal(isGlobalUnicast(ip), false, ip)
  }
  for (const text of ['', 'localhost', '8.8.8', '010.8.8.8', '0x8.8.8.8', '8.8.8.8 ', '[2400::1]']) {
    assert.equal(isGlobalUnicast(text), false, text)
  }
})

test('every disguise of a private address is refused at saving and at connecting, and nothing is connected to', async (t) => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as { port: number }

  const refused = async (url: string, resolve: Resolve) => {
    assert.equal(await checkAddress(url, nothing, resolve), 'private', url)
    for (const allow of [nothing, parseAllow('10.99.0.0/16, other.local')]) {
      await assert.rejects(
        post({ url, headers: {}, body: '{}', timeoutMs: 2000, allow, resolve }),
        (error) => error instanceof OutboundError && error.kind === 'refused-address' && !error.sent,
        url,
      )
    }
  }
  assert.ok(disguises.length + localNames.length + registered.length > 100)
  for (const url of disguises) {
    await refused(url, neverAsked)
    await refused(atPort(url, port), neverAsked)
  }
  for (const url of localNames) await refused(atPort(url, port), resolvesTo('93.184.215.14'))
  for (const url of localNames) await refused(atPort(url, port), resolvesTo('127.0.0.1'))
  for (const [url, addresses] of registered) await refused(atPort(url, port), resolvesTo(...addresses))
  assert.equal(connections, 0)
})

test('what is no plain https address is malformed', async () => {
  const isPublic = resolvesTo('93.184.215.14')
  for (const url of [
    '',
    'hooks.example.org',
    '//hooks.example.org/',
    'https://',
    'https://:443/',
    'https://256.256.256.256/',
    'https://1.2.3.4.5/',
    'https://[::1/',
    'https://[fe80::1%25lo]/',
    'https://a b.example.org/',
    'https://hooks.example.org:99999/',
    'http://hooks.example.org/',
    'http://93.184.215.14/',
    'https://user@hooks.example.org/',
    'https://:secret@hooks.example.org/',
    'https://127.0.0.1@hooks.example.org/',
    'ftp://hooks.example.org/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
  ]) {
    assert.equal(await checkAddress(url, nothing, isPublic), 'malformed', url)
    await assert.rejects(
      post({ url, headers: {}, body: '', timeoutMs: 2000, allow: nothing, resolve: isPublic }),
      (error) => error instanceof OutboundError && error.kind === 'refused-address',
      url,
    )
  }
  for (const url of [
    'https://hooks.example.org/a?b=c',
    'https://93.184.215.14:8443/',
    'https://[2606:4700::1]/',
  ]) {
    assert.equal(await checkAddress(url, nothing, isPublic), 'ok', url)
  }
})

test('a name that cannot be resolved just now may be saved, as it is checked again when connecting', async () => {
  const down: Resolve = () => Promise.reject(Object.assign(new Error('x'), { code: 'EAI_AGAIN' }))
  assert.equal(await checkAddress('https://hooks.example.org/', nothing, down), 'ok')
  assert.equal(await checkAddress('http://hooks.example.org/', nothing, down), 'malformed')
  assert.equal(await checkAddress('https://his.local/', nothing, down), 'private')
})

test('what WEBHOOK_ALLOW names may be inside and by http, and nothing else', async () => {
  const allow = parseAllow(' 10.0.0.0/8 , HIS.local., 192.168.1.5,fd00:1::/32,2001:db8::7,医院.example.org')
  const check = (url: string, ...addresses: string[]) =>
    checkAddress(url, allow, addresses.length > 0 ? resolvesTo(...addresses) : neverAsked)

  for (const [url, ...addresses] of [
    ['http://10.1.2.3/'],
    ['https://10.1.2.3:8443/'],
    ['http://0xa010203/'],
    ['http://192.168.1.5/'],
    ['http://[fd00:1::9]/'],
    ['http://[2001:db8::7]/'],
    ['http://his.local/', '127.0.0.1'],
    ['https://his.LOCAL./', '172.16.0.1'],
    ['http://医院.example.org/', '172.16.0.1'],
    ['http://lab.example.org/', '10.0.0.9'],
    ['https://both.example.org/', '10.0.0.9', '93.184.215.14'],
  ] as [string, ...string[]][]) {
    assert.equal(await check(url, ...addresses), 'ok', url)
  }
  for (const [url, ...addresses] of [
    ['https://11.0.0.1@127.0.0.1/'],
    ['https://192.168.1.6/'],
    ['https://[fd00:2::9]/'],
    ['https://his.local.example.org/', '127.0.0.1'],
    ['https://sub.his.local/', '127.0.0.1'],
    ['https://lab.example.org/', '10.0.0.9', '192.168.1.6'],
  ] as [string, ...string[]][]) {
    assert.equal(await check(url, ...addresses), 'private', url)
  }
  assert.equal(await check('http://both.example.org/', '10.0.0.9', '93.184.215.14'), 'malformed')
  assert.equal(await check('http://user@his.local/', '127.0.0.1'), 'malformed')
})

test('an entry of WEBHOOK_ALLOW that is neither host, address nor network is named', () => {
  for (const entry of [
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '010.0.0.1',
    '10.0.0',
    '0x7f000001',
    'http://his.local',
    'his.local:8080',
    'his.local/24',
    '*.local',
    'a b',
    'user@his.local',
    'fe80::1%lo',
    '[::1]',
    '.',
  ]) {
    assert.throws(() => parseAllow(`his.local,${entry}`), new Error(entry), entry)
  }
  assert.deepEqual([...parseAllow(',, ,').hosts], [])
})
