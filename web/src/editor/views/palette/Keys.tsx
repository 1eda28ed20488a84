import { Group, Kbd } from '@mantine/core';
import type { Chord } from '../commands/shortcuts';
import { useKeyNames } from './keys';

/** The keys of a chord side by side, followed by alternative chords. */
export function Keys({ chords }: { chords: readonly Chord[] }) {
  const { keysOf } = useKeyNames();
  return (
    <Group gap={12} justify="flex-end" dir="ltr">
      {chords.map((chord) => (
        <Group key={chord} gap={4} wrap="nowrap">
          {keysOf(chord).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Group>
      ))}
    </Group>
  );
}
