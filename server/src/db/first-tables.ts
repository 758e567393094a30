import type { Kysely } from 'kysely'
import { integers, texts, withNumber } from './tables.ts'

/** The first of the migrations. */
export async function firstTables(db: Kysely<any>): Promise<void> {
  const times = ['created_at', 'updated_at']

  let leads = withNumber(db, 'leads')
  leads = texts(leads, 'name', 'name_search', 'phone', 'symptom', 'questionnaire', 'source', 'remark')
  leads = integers(leads, 'score', ...times)
  await leads.addUniqueConstraint('leads_phone_source', ['phone', 'source']).execute()
  await db.schema.createIndex('leads_newest').on('leads').columns(['created_at', 'id']).execute()

  let appointments = withNumber(db, 'appointments', 'number')
  appointments = texts(appointments, 'id', 'patient_name', 'patient_phone', 'date', 'department_name')
  appointments = texts(appointments, 'doctor_id', 'doctor_name', 'time_slot', 'symptom', 'status', 'remark')
  appointments = integers(appointments, 'patient_age', ...times)
  await appointments.addUniqueConstraint('appointments_id', ['id']).execute()
  for (const [name, ...columns] of [
    ['newest', 'created_at', 'number'],
    ['phone', 'patient_phone', 'created_at', 'number'],
    ['status', 'status', 'created_at', 'number'],
    ['date', 'date', 'status'],
  ]) {
    await db.schema.createIndex(`appointments_${name}`).on('appointments').columns(columns).execute()
  }

  await integers(texts(integers(db.schema.createTable('home'), 'id'), 'document'), 'version', 'updated_at')
    .addPrimaryKeyConstraint('home_one', ['id'])
    .execute()

  let hospitals = withNumber(db, 'hospitals', 'number')
  hospitals = texts(hospitals, 'id', 'name', 'level', 'address', 'phone', 'intro', 'description')
  hospitals = texts(hospitals, 'banner', 'logo', 'established')
  hospitals = integers(hospitals, 'departments', 'doctors', 'beds', ...times)
  await hospitals.addUniqueConstraint('hospitals_id', ['id']).execute()

  const placed = ['sort', 'enabled', ...times]
  await integers(texts(withNumber(db, 'hospital_images'), 'hospital_id', 'image', 'caption'), ...placed)
    .addForeignKeyConstraint('hospital_images_hospital', ['hospital_id'], 'hospitals', ['id'])
    .execute()
  await integers(
    texts(withNumber(db, 'experts'), 'name', 'title', 'avatar', 'department', 'intro'),
    ...placed,
  ).execute()
  await integers(texts(withNumber(db, 'banners'), 'title', 'subtitle', 'image', 'link'), ...placed).execute()

  let admins = withNumber(db, 'admins')
  admins = texts(admins, 'username', 'nickname', 'role', 'password_hash')
  admins = integers(admins, 'must_change_password', ...times)
  await admins.addUniqueConstraint('admins_username', ['username']).execute()

  await integers(texts(db.schema.createTable('sessions'), 'id'), 'admin_id', 'created_at', 'expires_at')
    .addPrimaryKeyConstraint('sessions_id', ['id'])
    .execute()
  await db.schema.createIndex('sessions_admin').on('sessions').columns(['admin_id']).execute()

  await integers(texts(db.schema.createTable('login_attempts'), 'key', 'times'), 'expires_at')
    .addPrimaryKeyConstraint('login_attempts_key', ['key'])
    .execute()
  await db.schema.createIndex('login_attempts_expiry').on('login_attempts').columns(['expires_at']).execute()
}
