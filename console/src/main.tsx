import './app/nonce.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import './styles/index.css'

createRoot(document.getElementById('app')!).render(<App />)
