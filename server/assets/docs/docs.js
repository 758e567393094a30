const reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  validatorUrl: null,
  persistAuthorization: false,
})

const form = document.getElementById('login')
const who = document.getElementById('who')

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { username, password } = Object.fromEntries(new FormData(form))
  who.textContent = '…'
  try {
    const response = await fetch('/api/v1/admin/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const { code, message, data } = await response.json()
    if (code !== 0) throw new Error(message)
    reference.preauthorizeApiKey('bearer', data.token)
    form.password.value = ''
    who.textContent = `已登录 · Logged in: ${data.admin.nickname}`
  } catch (error) {
    who.textContent = error.message
  }
})
