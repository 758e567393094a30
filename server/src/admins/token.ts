import { jwtVerify, SignJWT } from 'jose'

const algorithm = 'HS256'
const issuer = 'zhenyue'
const audience = 'zhenyue-admin'
const type = 'at+jwt'

export interface Claims {
  adminId: string
  sessionId: string
}

export const signToken = (secret: Uint8Array, { adminId, sessionId }: Claims, from: number, until: number) =>
  new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(adminId)
    .setJti(sessionId)
    .setIssuedAt(Math.floor(from / 1000))
    .setExpirationTime(Math.floor(until / 1000))
    .sign(secret)

/** Resolves to undefined for a token we did not give, or whose time is over. */
export async function verifyToken(
  secret: Uint8Array,
  token: string,
  now: number,
): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ: type,
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      currentDate: new Date(now),
    })
    return { adminId: payload.sub!, sessionId: payload.jti! }
  } catch {
    return undefined
  }
}
