import type { WidgetWords } from '../../../content/agent/widget.ts'

/** What the talk says; the rest stands in the button and in the frame. */
export type TalkWords = Omit<WidgetWords, 'open' | 'badge' | 'human' | 'minimise' | 'expand' | 'close'>
