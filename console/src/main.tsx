import './app/nonce.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { watchIdleness } from './app/lock.ts'
import './styles/index.css'

watchIdleness()
createRoot(document.getElementById('app')!).render(<App />)
