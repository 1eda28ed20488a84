import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../../ui/ActionMenu';
import type { Block, BlockType } from './api';
import { BlockFields } from './BlockFields';
import { type Around, copyOf, moved, newBlock } from './draft';
import styles from './Templates.module.css';
import { BLOCKS } from './words';

interface BlockListProps {
  blocks: readonly Block[];
  around: Around;
  /** Whether the blocks are in a column, which has no columns of its own. */
  inner?: boolean;
  /** `about` names what is typed into, so that it is one step of undo. */
  onChange: (blocks: Block[], about?: string) => void;
}

/** Blocks that are edited in place, and moved by drag, by keyboard or by menu. */
export function BlockList({ blocks, around, inner = false, onChange }: BlockListProps) {
  const { t } = useTranslation();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const wasLifted = useRef(false);
  const place = (id: unknown) => blocks.findIndex((block) => block.id === id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onChange(moved(blocks, place(active.id), place(over.id)));
  };
  const at = (key: 'lifted' | 'over', id: unknown) =>
    t(`emailTemplates.move.${key}`, { place: place(id) + 1, total: blocks.length });
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: { draggable: t('emailTemplates.move.help') },
          announcements: {
            onDragStart: ({ active }) => {
              wasLifted.current = true;
              return at('lifted', active.id);
            },
            onDragOver: ({ over }) => {
              // A block is over its own place as soon as it is lifted, which would be announced over its lifting.
              const first = wasLifted.current;
              wasLifted.current = false;
              return over && !first ? at('over', over.id) : undefined;
            },
            onDragEnd: () => t('emailTemplates.move.dropped'),
            onDragCancel: () => t('emailTemplates.move.cancelled'),
          },
        }}
      >
        <SortableContext items={blocks.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ul className={styles.blocks} aria-label={inner ? undefined : t('emailTemplates.blocks')}>
            {blocks.map((block, index) => (
              <BlockItem
                key={block.id}
                block={block}
                around={around}
                first={index === 0}
                last={index === blocks.length - 1}
                onChange={(next) =>
                  onChange(
                    blocks.map((one) => (one.id === block.id ? next : one)),
                    block.id,
                  )
                }
                onMove={(by) => onChange(moved(blocks, index, index + by))}
                onCopy={() =>
                  onChange([...blocks.slice(0, index + 1), copyOf(block), ...blocks.slice(index + 1)])
                }
                onRemove={() => onChange(blocks.filter(({ id }) => id !== block.id))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <AddMenu
        around={around}
        inner={inner}
        onAdd={(type) => onChange([...blocks, newBlock(type, around.link)])}
      />
    </>
  );
}

interface BlockItemProps {
  block: Block;
  around: Around;
  first: boolean;
  last: boolean;
  onChange: (block: Block) => void;
  onMove: (by: number) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function BlockItem({ block, around, first, last, onChange, onMove, onCopy, onRemove }: BlockItemProps) {
  const { t } = useTranslation();
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({
      id: block.id,
    });
  const name = t(`emailTemplates.block.${block.type}`);
  const style = { transform: CSS.Translate.toString(transform), transition };
  return (
    <li ref={setNodeRef} style={style} className={`${styles.block} ${isDragging ? styles.lifted : ''}`}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap">
          <ActionIcon
            {...attributes}
            {...listeners}
            ref={setActivatorNodeRef}
            variant="subtle"
            className={styles.handle}
            aria-label={t('emailTemplates.move.handle', { block: name })}
          >
            <IconGripVertical size={16} />
          </ActionIcon>
          <Text fw={500}>{name}</Text>
        </Group>
        <ActionMenu
          label={t('emailTemplates.move.menu', { block: name })}
          actions={[
            ...(first
              ? []
              : [
                  { key: 'up', label: t('emailTemplates.move.up'), icon: IconArrowUp, run: () => onMove(-1) },
                ]),
            ...(last
              ? []
              : [
                  {
                    key: 'down',
                    label: t('emailTemplates.move.down'),
                    icon: IconArrowDown,
                    run: () => onMove(1),
                  },
                ]),
            { key: 'copy', label: t('emailTemplates.copy'), icon: IconCopy, run: onCopy },
            {
              key: 'remove',
              label: t('emailTemplates.delete.action'),
              icon: IconTrash,
              danger: true,
              run: onRemove,
            },
          ]}
        />
      </Group>
      {block.type === 'columns' ? (
        block.columns?.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are never moved
          <section key={at} className={styles.column}>
            <Text size="sm" c="dimmed">
              {t('emailTemplates.columnNumber', { number: at + 1 })}
            </Text>
            <BlockList
              blocks={column}
              around={around}
              inner
              onChange={(next) =>
                onChange({ ...block, columns: block.columns?.map((one, n) => (n === at ? next : one)) })
              }
            />
          </section>
        ))
      ) : (
        <BlockFields block={block} around={around} onChange={onChange} />
      )}
    </li>
  );
}

interface AddMenuProps {
  around: Around;
  inner: boolean;
  onAdd: (type: BlockType) => void;
}

function AddMenu({ around, inner, onAdd }: AddMenuProps) {
  const { t } = useTranslation();
  const offered = BLOCKS.filter(
    (type) =>
      !(inner && (type === 'columns' || type === 'footer')) && (type !== 'picture' || around.credential),
  );
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} w="fit-content">
          {t('emailTemplates.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            {t(`emailTemplates.block.${type}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
