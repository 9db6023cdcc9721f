/** Starts the customer's display: a page that reads what it shows and has nothing to press. */
import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import * as z from 'zod'
import { createClient } from './client.ts'
import { createDisplay, DisplayScreen } from './features/display/display-screen.tsx'

// The page's policy forbids code made from text, which zod would otherwise try for speed.
z.config({ jitless: true })

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

const place = document.getElementById('display')
if (!place) throw new Error('the page has no place for the display')
const display = createDisplay({ client: createClient(window.comptoir), wait })
display.start()
createRoot(place).render(<DisplayScreen display={display} />)
