/** Every state of every screen, by its name. */
import { besideScenes } from './beside-scenes.ts'
import { booksScenes } from './books-scenes.ts'
import { carnetScenes } from './carnet-scenes.ts'
import { displayScenes } from './display-scenes.ts'
import { otherViewScenes } from './other-scenes.ts'
import { printingScenes } from './printing-scenes.ts'
import { reportScenes } from './report-scenes.ts'
import type { Scene } from './scene.ts'
import { sellingScenes } from './selling-scenes.ts'
import { startScenes } from './start-scenes.ts'
import { tillScenes } from './till-scenes.ts'

export const allScenes: readonly Scene[] = [
  ...startScenes,
  ...sellingScenes,
  ...otherViewScenes,
  ...besideScenes,
  ...printingScenes,
  ...booksScenes,
  ...displayScenes,
  ...tillScenes,
  ...reportScenes,
  ...carnetScenes,
]

export function sceneNamed(name: string): Scene {
  const scene = allScenes.find((one) => one.name === name)
  if (!scene) throw new Error(`no scene is named ${name}`)
  return scene
}
