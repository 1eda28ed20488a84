import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconEyeOff,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconShape,
  IconShapeOff,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../core/document/sheet';
import type { Block } from '../../core/document/types';
import { useEditor, usePanelSheet } from '../../state/context/context';
import type { Shift } from '../../state/editing/blocks';
import { unitsOf } from '../../state/editing/groups';
import type { Axis, Edge } from '../../state/editing/place';
import type { Commands } from '../commands/useCommands';
import { useKeyNames } from '../palette/keys';
import panels from '../styles/panels.module.css';
import { LockMenu } from './LockMenu';

type Icon = typeof IconCopy;
const EDGES: readonly [Edge, Icon][] = [
  ['left', IconLayoutAlignLeft],
  ['center', IconLayoutAlignCenter],
  ['right', IconLayoutAlignRight],
  ['top', IconLayoutAlignTop],
  ['middle', IconLayoutAlignMiddle],
  ['bottom', IconLayoutAlignBottom],
];
const AXES: readonly [Axis, Icon][] = [
  ['horizontal', IconLayoutDistributeVertical],
  ['vertical', IconLayoutDistributeHorizontal],
];
const SHIFTS: readonly [Shift, Icon, string][] = [
  ['front', IconArrowBarToUp, ''],
  ['forward', IconArrowUp, ']'],
  ['backward', IconArrowDown, '['],
  ['back', IconArrowBarToDown, ''],
];

type Props = { blocks: readonly Block[]; commands: Commands };

/** Alignment, distribution, stacking order and other commands for whole blocks. */
export function ArrangeFields({ blocks, commands }: Props) {
  const { t } = useTranslation();
  const [to, setTo] = useState<'page' | 'selection'>('page');
  const { hintOf } = useKeyNames();
  const sheet = usePanelSheet();
  const entered = useEditor((state) => state.entered);
  const keys = blocks.map(keyOf);
  const units = unitsOf(sheet, keys, entered);
  // A single group as a whole is one unit, which is aligned with the page.
  const several = units.length > 1;
  const grouped = !several && blocks.length > 1;
  const target = several ? to : 'page';
  const hidden = blocks.every((block) => block.hidden);
  return (
    <>
      {several && (
        <SegmentedControl
          size="xs"
          fullWidth
          mb="xs"
          aria-label={t('editor.arrange.to')}
          value={to}
          onChange={(next) => setTo(next as 'page' | 'selection')}
          data={[
            { value: 'page', label: t('editor.arrange.toPage') },
            { value: 'selection', label: t('editor.arrange.toSelection') },
          ]}
        />
      )}
      <div className={panels.tools} dir="ltr">
        {EDGES.map(([edge, icon]) => (
          <Tool
            key={edge}
            icon={icon}
            label={t(`editor.arrange.${edge}`)}
            onPress={() => commands.align(edge, target)}
          />
        ))}
        {units.length > 2 &&
          AXES.map(([axis, icon]) => (
            <Tool
              key={axis}
              icon={icon}
              label={t(`editor.arrange.${axis}`)}
              onPress={() => commands.distribute(axis)}
            />
          ))}
      </div>
      <div className={panels.tools} style={{ marginTop: 4 }}>
        {SHIFTS.map(([shift, icon, key]) => (
          <Tool
            key={shift}
            icon={icon}
            label={t(`editor.arrange.${shift}`)}
            hint={key}
            onPress={() => commands.arrange(shift)}
          />
        ))}
        <Tool
          icon={IconCopy}
          label={t('editor.arrange.duplicate')}
          hint={hintOf('duplicate')}
          onPress={commands.duplicate}
        />
        <Tool
          icon={grouped ? IconShapeOff : IconShape}
          label={t(grouped ? 'editor.group.undo' : 'editor.group.make')}
          hint={hintOf(grouped ? 'ungroup' : 'group')}
          disabled={!grouped && !several}
          onPress={grouped ? commands.ungroup : commands.group}
        />
        <LockMenu blocks={blocks} commands={commands} label={t('editor.lock.title')} hint={hintOf('lock')} />
        <Tool
          icon={IconEyeOff}
          label={t(hidden ? 'editor.arrange.show' : 'editor.arrange.hide')}
          hint={hintOf('hide')}
          on={hidden}
          onPress={() => commands.toggleHidden(keys)}
        />
        <Tool
          icon={IconTrash}
          label={t('editor.arrange.delete')}
          hint={hintOf('remove')}
          onPress={commands.remove}
        />
      </div>
    </>
  );
}

type ToolProps = {
  icon: Icon;
  label: string;
  hint?: string;
  on?: boolean;
  disabled?: boolean;
  onPress: () => void;
};

function Tool({ icon: Icon, label, hint, on, disabled, onPress }: ToolProps) {
  return (
    <Tooltip label={hint ? `${label} (${hint})` : label}>
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        aria-label={label}
        aria-pressed={on}
        disabled={disabled}
        onClick={onPress}
      >
        <Icon size={17} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
