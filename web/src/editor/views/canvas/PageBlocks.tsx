import { useMemo, useRef } from 'react';
import { type BlockKey, keyOf } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { useEditor, useView } from '../../state/context/context';
import { type Assets, itemsOf } from '../assets/assets';
import { Painted } from './Painted';
import { changedBlocks, type Run, runsOf } from './runs';

type Props = { assets: Assets; editing: BlockKey | null };

/** The maximum number of runs that are cached as bitmaps, each as large as the window. */
const MOST_KEPT = 5;

/**
 * All blocks, from back to front. The blocks that changed last are painted separately, and unchanged neighbours together. A
 * text that is being edited shows its tags; during IME composition the text editor shows it instead.
 */
export function PageBlocks({ assets, editing }: Props) {
  const blocks = useEditor((state) => state.sheet.design.blocks);
  const composing = useView((state) => state.composing);
  const bare = useMemo(() => ({ ...assets, values: undefined }), [assets]);
  const runs = useRuns(blocks, editing);
  const kept = runs.filter(({ still }) => still).length <= MOST_KEPT;
  return runs.map((run) => {
    const edited = keyOf(run.blocks[0]) === editing;
    if (edited && composing) return null;
    return (
      <RunNode
        key={keyOf(run.blocks[0])}
        run={run}
        assets={edited ? bare : assets}
        kept={kept && run.still}
      />
    );
  });
}

type NodeProps = { run: Run; assets: Assets; kept: boolean };

function RunNode({ run: { blocks }, assets, kept }: NodeProps) {
  const items = useMemo(() => blocks.flatMap((block) => itemsOf(block, assets)), [blocks, assets]);
  return <Painted items={items} assets={assets} kept={kept} />;
}

/** Returns the blocks in runs. Unchanged runs keep their identity. */
function useRuns(blocks: readonly Block[], editing: BlockKey | null): readonly Run[] {
  const before = useRef<{ blocks: readonly Block[]; moving: ReadonlySet<BlockKey>; runs: readonly Run[] }>({
    blocks: [],
    moving: new Set(),
    runs: [],
  });
  return useMemo(() => {
    const last = before.current;
    const changed = changedBlocks(last.blocks, blocks);
    const moving = new Set(changed.length > 0 ? changed : last.moving);
    if (editing !== null) moving.add(editing);
    const runs = runsOf(blocks, moving, last.runs);
    before.current = { blocks, moving, runs };
    return runs;
  }, [blocks, editing]);
}
