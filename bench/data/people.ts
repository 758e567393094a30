/** Surnames of China with how many in a thousand bear them. */
const surnames = Object.entries({
  王: 71,
  李: 70,
  张: 66,
  刘: 52,
  陈: 45,
  杨: 30,
  黄: 22,
  赵: 20,
  吴: 19,
  周: 18,
  徐: 14,
  孙: 13,
  马: 13,
  朱: 12,
  胡: 12,
  郭: 11,
  何: 11,
  林: 11,
  高: 10,
  罗: 9,
  郑: 9,
  梁: 8,
  谢: 7,
  宋: 7,
  唐: 6,
  许: 6,
  韩: 6,
  邓: 6,
  冯: 6,
  曹: 6,
  彭: 6,
  曾: 6,
  肖: 5,
  田: 5,
  董: 5,
  潘: 4,
  袁: 4,
  蔡: 4,
  蒋: 4,
  余: 4,
  于: 4,
  杜: 4,
  叶: 4,
  程: 4,
  魏: 4,
  苏: 4,
  吕: 4,
  丁: 4,
  任: 4,
  卢: 4,
  姚: 4,
  沈: 4,
  钟: 3,
  姜: 3,
  崔: 3,
  谭: 3,
  陆: 3,
  范: 3,
  汪: 3,
  廖: 3,
  欧阳: 1,
})
const rare = [
  ...'石邹孟熊秦邱侯江尹薛闫段雷龙黎史陶贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷曲盛冉翁蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦',
]
const ofPeople = [
  ...surnames.flatMap(([surname, count]) => Array.from({ length: count }, () => surname)),
  ...rare,
  ...rare,
]

const given = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰萍红建国文志海波云龙飞鹏宇晨浩然子轩梓涵欣怡雨佳思嘉俊峰淑珍秀梅春燕冬雪小晓婷',
]

/** The same sequence in every run. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(from: readonly T[], random: () => number): T =>
  from[Math.floor(random() * from.length)]!

/** One given character in four of ten, else two. */
export function someone(random: () => number): string {
  const surname = pick(ofPeople, random)
  const first = pick(given, random)
  return random() < 0.4 ? surname + first : surname + first + pick(given, random)
}
