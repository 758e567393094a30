import assert from 'node:assert/strict'
import { api } from '@zhenyue/contract'
import { booking, fakePhone, lead, testOnBoth, testOnSqlite, type World } from './world.ts'

type Changes = Record<string, unknown>

const { submit, detail, list, setRemark } = api.leads
const { create } = api.appointments

const edges = [' ', '\t', '\n', '\r\n', '\xa0', '\u3000', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff']
const controls = ['\0', '\x01', '\b', '\x0b', '\r', '\x1b', '\x7f', '\x85', '\x9f']
/** Halves of a surrogate pair, alone and the wrong way round. */
const halves = ['\ud83d', '\udc4d', '\udc4d\ud83d']
const illegal = [...controls, ...halves].map((part) => `张${part}三`)

/** A lead as staff see it, once they have made a remark. */
async function keptLead({ anonymous, admin }: World, changes: Changes, remark = '') {
  const { id } = await anonymous.call(submit, { body: lead(changes) })
  return admin.call(setRemark, { params: { id }, body: { remark } })
}

/** An appointment as staff see it. */
const keptVisit = ({ admin }: World, changes: Changes) => admin.call(create, { body: booking(changes) })

/** The text of a body that JSON.stringify would not write. */
const leadText = (questionnaire: string, more = '') =>
  `{${more}"name":"张三","phone":"${fakePhone()}","questionnaire":${questionnaire}}`

async function submitText({ url }: World, body: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/v1/leads`, { method: 'POST', headers, body })
  const reply = (await response.json()) as { code: number; message: string; data?: { id: string } }
  return { status: response.status, ...reply }
}

/** Reads an address as it stands; the answer is text, to see what JSON.parse would hide. */
async function get({ url, admin }: World, path: string) {
  const headers = { authorization: `Bearer ${admin.token}` }
  const response = await fetch(`${url}/api/v1/${path}`, { headers })
  return { status: response.status, text: await response.text() }
}

async function refusesGet(world: World, path: string, message: string) {
  const expected = { status: 400, text: JSON.stringify({ code: 1, message }) }
  assert.deepEqual(await get(world, path), expected, path)
}

testOnSqlite('text is trimmed of white space, U+3000 and zero-width characters', async (world) => {
  for (const edge of [...edges, edges.join('')]) {
    const pad = (text: string) => edge + text + edge
    const changes = { name: pad('张 三'), symptom: pad('腹\u3000胀') }
    const { name, symptom, remark } = await keptLead(world, changes, pad('已\u200b联系'))
    assert.deepEqual([name, symptom, remark], ['张 三', '腹\u3000胀', '已\u200b联系'])
    const visit = await keptVisit(world, { patientName: pad('李四'), doctorName: pad('王五'), symptom: edge })
    assert.deepEqual([visit.patientName, visit.doctorName, visit.symptom], ['李四', '王五', ''])
  }
  const { total } = await world.admin.call(list, { query: { keyword: '\u3000张 三\u200b' } })
  assert.equal(total, edges.length + 1)
})

testOnSqlite('length is counted in code points, after trimming', async (world) => {
  const { anonymous, admin } = world
  const thumbs = (count: number) => '👍'.repeat(count)
  const changes = { name: `\u3000${thumbs(20)} `, symptom: ` ${thumbs(500)}\u200b` }
  const { id, name, symptom, remark } = await keptLead(world, changes, `\r\n${thumbs(500)} `)
  assert.deepEqual([name, symptom, remark], [thumbs(20), thumbs(500), thumbs(500)])
  const lines = `痛${'\r\n'.repeat(498)}痛`
  assert.equal((await keptLead(world, { symptom: lines })).symptom.length, 500)
  await keptVisit(world, { patientName: thumbs(20), doctorName: thumbs(20), timeSlot: thumbs(64) })
  await admin.call(list, { query: { keyword: thumbs(100) } })

  const remarked = { params: { id }, body: { remark: thumbs(501) } }
  await anonymous.refused(submit, { body: lead({ name: thumbs(21) }) }, 400, '姓名长度需在 1-20 字符')
  await anonymous.refused(submit, { body: lead({ symptom: thumbs(501) }) }, 400, '症状描述不超过 500 字')
  await admin.refused(setRemark, remarked, 400, '备注不超过 500 字')
  await admin.refused(list, { query: { keyword: thumbs(101) } }, 400, 'keyword 不超过 100 字')
})

testOnSqlite(
  'a text with no message of its own that is too long or no string names its field',
  async (world) => {
    const limits = { doctorId: 64, doctorName: 20, timeSlot: 64 }
    for (const [field, max] of Object.entries(limits)) {
      for (const value of ['👍'.repeat(max + 1), 'a'.repeat(max + 1), 5, false, {}, ['上午']]) {
        const body = booking({ [field]: value })
        await world.anonymous.refused(create, { body }, 400, `${field} 不超过 ${max} 字`)
      }
    }
  },
)

testOnSqlite('control characters and ill-formed UTF-16 are refused in every text', async (world) => {
  const { anonymous, admin } = world
  const { id } = await keptLead(world, {}, '好')
  for (const value of [...illegal, '张\n三', '张\t三']) {
    await anonymous.refused(submit, { body: lead({ name: value }) }, 400, 'name 含有非法字符')
    const visit = { body: booking({ patientName: value }) }
    await anonymous.refused(create, visit, 400, 'patientName 含有非法字符')
  }
  for (const value of illegal) {
    await anonymous.refused(submit, { body: lead({ symptom: value }) }, 400, 'symptom 含有非法字符')
    const sent = { params: { id }, body: { remark: value } }
    await admin.refused(setRemark, sent, 400, 'remark 含有非法字符')
    for (const field of ['doctorId', 'doctorName', 'timeSlot', 'symptom']) {
      const visit = { body: booking({ [field]: value }) }
      await anonymous.refused(create, visit, 400, `${field} 含有非法字符`)
    }
  }
  // An address cannot carry half a surrogate pair.
  for (const char of [...controls, '\n']) {
    await admin.refused(list, { query: { keyword: `张${char}三` } }, 400, 'keyword 含有非法字符')
  }
  const { remark } = await admin.call(detail, { params: { id } })
  assert.equal(remark, '好')
})

testOnBoth('free text keeps newlines and tabs, and \\r\\n becomes \\n', async (world) => {
  const sent = '一\r\n二\n\n三\t四\r\n\r\n五 👨‍👩‍👧 é \u202e!'
  const kept = '一\n二\n\n三\t四\n\n五 👨‍👩‍👧 é \u202e!'
  const { symptom, remark } = await keptLead(world, { symptom: sent }, sent)
  assert.deepEqual([symptom, remark], [kept, kept])
  assert.equal((await keptVisit(world, { symptom: sent })).symptom, kept)
})

testOnBoth('phones are matched as they were sent, without trimming', async ({ anonymous }) => {
  const phone = fakePhone()
  const padded = [...edges, ...controls, ...halves].flatMap((edge) => [edge + phone, phone + edge])
  for (const value of [...padded, '１３９００００００００', ' ', '\0']) {
    const message = '手机号格式不正确'
    await anonymous.refused(submit, { body: lead({ phone: value }) }, 400, message)
    await anonymous.refused(create, { body: booking({ patientPhone: value }) }, 400, message)
  }
})

testOnBoth('the questionnaire keeps every key and value that JSON can carry', async (world) => {
  const kept = [
    '{}',
    '{"":""}',
    '{"__proto__":{"polluted":true},"constructor":{"prototype":null},"toString":1,"hasOwnProperty":[]}',
    '{"a":{"__proto__":[{"__proto__":1}]},"toJSON":"x","length":0,"then":{}}',
    '{"\\u0000":"\\u0000","\\ud800":"\\udfff","mixed":"a\\ud83db\\u0000c\\u001f"}',
    '{" 键 ":" 值\\r\\n ","emoji":"👍\u3000\u200b","quote":"\\"\\\\","%":"\'; drop table leads; --"}',
    '{"a":null,"b":[null,true,false,0,-1.5,1e-7,5e-324,1.7976931348623157e+308],"c":[[[]]],"d":{"e":{}}}',
    '{"total":3,"answers":{"0":"偶尔","1":"经常"},"createdAt":"2026-01-01T08:00:00.000Z"}',
  ]
  for (const questionnaire of kept) {
    const { message, data } = await submitText(world, leadText(questionnaire))
    assert.equal(message, '提交成功', questionnaire)
    for (const path of [`admin/leads/${data!.id}`, 'admin/leads?limit=1']) {
      const { text } = await get(world, path)
      assert.ok(text.includes(`"questionnaire":${questionnaire},`), text)
    }
  }
  assert.ok(!('polluted' in {}))
})

testOnSqlite('the questionnaire has 32 levels, 32 KiB and no number beyond a double', async (world) => {
  const objects = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1)
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  // Three bytes each, and eight around them.
  const full = '字'.repeat((32 * 1024 - 8) / 3)
  const accepted = [
    objects(32),
    `{"a":${arrays(31)}}`,
    `{"a":"${full}"}`,
    '{"a":[1.7976931348623157e308,-1.7976931348623157e308,1e-400]}',
  ]
  for (const questionnaire of accepted) {
    assert.equal((await submitText(world, leadText(questionnaire))).message, '提交成功')
  }
  const refused: [fault: string, ...questionnaires: string[]][] = [
    ['嵌套不超过 32 层', objects(33), `{"a":${arrays(32)}}`, `{"__proto__":${objects(32)}}`],
    ['嵌套不超过 32 层', `{"a":${arrays(20_000)}}`],
    ['不超过 32 KiB', `{"a":"${full}x"}`, `{"${full}xx":""}`, `{"a":"${'x'.repeat(33_000)}"}`],
    ['含有超出范围的数字', '{"a":1e400}', '{"a":[{"__proto__":-1e400}]}'],
  ]
  for (const [fault, ...questionnaires] of refused) {
    const expected = { status: 400, code: 1, message: `问卷答案 questionnaire ${fault}` }
    for (const questionnaire of questionnaires) {
      assert.deepEqual(await submitText(world, leadText(questionnaire)), expected, questionnaire.slice(0, 80))
      const late = await submitText(world, leadText(questionnaire, '"source":"web",'))
      assert.deepEqual(late, expected, 'it comes before a fault of the source')
    }
  }
})

testOnBoth('null for an optional field means absent', async (world) => {
  const { symptom, source, score } = await keptLead(world, { symptom: null, source: null, score: null })
  assert.deepEqual([symptom, source, score], ['', 'self-test', 0])
  const optional = { doctorId: null, doctorName: null, timeSlot: null, symptom: null }
  const visit = await keptVisit(world, optional)
  assert.deepEqual([visit.doctorId, visit.doctorName, visit.timeSlot, visit.symptom], ['', '', '', ''])
})

testOnSqlite(
  'unknown fields, and those of service and staff, are ignored on public writes',
  async (world) => {
    const { anonymous, admin } = world
    const moment = '2000-01-01 00:00:00'
    const own = {
      id: 'lead-7777',
      remark: '自己人',
      createdAt: moment,
      updatedAt: moment,
      status: 'confirmed',
    }
    const unknown = { created_at: 1, name_search: 'x', number: 7777, extra: { deep: ['\0'] }, toString: 1 }

    const body = lead()
    const { id, createdAt } = await anonymous.call(submit, { body: { ...body, ...own, ...unknown } })
    const given = {
      id,
      createdAt,
      updatedAt: createdAt,
      symptom: '',
      source: 'self-test',
      score: 0,
      remark: '',
    }
    assert.deepEqual(await admin.call(detail, { params: { id } }), { ...body, ...given })
    assert.ok(id !== own.id && createdAt > moment)
    assert.equal((await admin.call(list, { query: { keyword: 'x' } })).total, 0)

    const visit = await keptVisit(world, { ...own, ...unknown })
    assert.match(visit.id, /^apt-/)
    assert.deepEqual([visit.status, visit.remark], ['pending', ''])
    assert.ok(visit.createdAt > moment && visit.updatedAt > moment)

    const { data } = await submitText(world, leadText('{}', '"__proto__":{"score":9},"x":1e400,'))
    assert.equal((await admin.call(detail, { params: data! })).score, 0)
  },
)

testOnSqlite('a repeated query parameter is refused, and an empty one counts as absent', async (world) => {
  const { phone } = await keptLead(world, {})
  await keptVisit(world, {})
  const parameters = {
    'admin/leads': ['phone', 'source', 'keyword', 'startDate', 'endDate', 'limit', 'offset'],
    appointments: ['phone', 'status', 'limit', 'offset'],
    'hospital-images': ['enabled', 'hospitalId'],
    experts: ['enabled'],
    banners: ['enabled'],
  }
  for (const [path, names] of Object.entries(parameters)) {
    for (const name of names) {
      for (const query of [`${name}=1&${name}=2`, `${name}=1&x=2&${name}=1`, `${name}=&${name}=`]) {
        await refusesGet(world, `${path}?${query}`, `${name} 参数不能重复`)
      }
    }
    const plain = await get(world, path)
    const empty = names.map((name) => `${name}=`).join('&')
    for (const query of [empty, names.join('&'), 'x=1&x=2']) {
      assert.deepEqual(await get(world, `${path}?${query}`), plain)
    }
  }
  assert.match((await get(world, `admin/leads?source=&limit=&phone=${phone}`)).text, /"total":1,/)
})

testOnSqlite('paging and enabled are judged alike wherever they occur', async (world) => {
  for (const path of ['admin/leads', 'appointments']) {
    for (const value of ['0', '-1', '1.5', 'abc', '%20']) {
      await refusesGet(world, `${path}?limit=${value}`, 'limit 需为正整数')
      if (value !== '0') await refusesGet(world, `${path}?offset=${value}`, 'offset 需为非负整数')
    }
    const { text } = await get(world, `${path}?limit=99999999999999999999&offset=3`)
    assert.equal(text, '{"code":0,"message":"ok","data":{"list":[],"total":0,"limit":200,"offset":3}}')
  }
  for (const path of ['hospital-images', 'experts', 'banners']) {
    for (const value of ['1', 'yes', 'TRUE', '%20']) {
      await refusesGet(world, `${path}?enabled=${value}`, 'enabled 仅支持:true / false')
    }
  }
})
