import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Select,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../lib/bidi';
import type { Block } from './api';
import type { Around } from './draft';
import { ImageField } from './ImageField';
import { RichText } from './RichText';
import { TagInput } from './TagMenu';

interface BlockFieldsProps {
  block: Block;
  around: Around;
  onChange: (block: Block) => void;
}

type Set = (fields: Partial<Block>) => void;

/** What a block says, and how. */
export function BlockFields({ block, around, onChange }: BlockFieldsProps) {
  const set: Set = (fields) => onChange({ ...block, ...fields });
  return (
    <>
      <Content block={block} around={around} set={set} />
      <Options block={block} around={around} set={set} />
    </>
  );
}

/** How a block looks and when it is shown, behind a button: most blocks need neither. */
function Options({ block, around, set }: { block: Block; around: Around; set: Set }) {
  const { t } = useTranslation();
  const [open, { toggle }] = useDisclosure();
  const aligned = ['heading', 'text', 'button', 'picture', 'image', 'social', 'footer'].includes(block.type);
  return (
    <>
      <Group gap="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
          aria-expanded={open}
          onClick={toggle}
        >
          {t('emailTemplates.field.options')}
        </Button>
        {block.when && (
          <Text size="sm" c="dimmed">
            {t('emailTemplates.field.onlyIf', { tag: isolate(`[${block.when}]`) })}
          </Text>
        )}
      </Group>
      {open && (
        <Group gap="sm" align="flex-start">
          {block.type === 'heading' && <LevelField block={block} set={set} />}
          {aligned && <AlignField block={block} set={set} />}
          <WhenField block={block} around={around} set={set} />
        </Group>
      )}
    </>
  );
}

function Content({ block, around, set }: { block: Block; around: Around; set: Set }) {
  const { t } = useTranslation();
  const { tags, direction, link } = around;
  switch (block.type) {
    case 'heading':
      return (
        <TagInput
          label={t('emailTemplates.field.text')}
          tags={tags}
          value={block.text ?? ''}
          dir={direction}
          onChange={(text) => set({ text })}
        />
      );
    case 'text':
    case 'footer':
      return (
        <RichText
          label={t(`emailTemplates.block.${block.type}`)}
          value={block.doc ?? {}}
          tags={tags}
          direction={direction}
          onChange={(doc) => set({ doc })}
        />
      );
    case 'button':
      return (
        <>
          <TagInput
            label={t('emailTemplates.field.label')}
            tags={tags}
            value={block.text ?? ''}
            dir={direction}
            onChange={(text) => set({ text })}
          />
          <TagInput
            label={t('emailTemplates.field.url')}
            description={t('emailTemplates.field.urlHelp', { tag: link })}
            tags={tags.filter((tag) => tag.endsWith('.url'))}
            value={block.url ?? ''}
            dir="ltr"
            onChange={(url) => set({ url })}
          />
          <Switch
            label={t('emailTemplates.field.showUrl')}
            checked={block.show_url ?? false}
            onChange={(event) => set({ show_url: event.currentTarget.checked })}
          />
        </>
      );
    case 'picture':
      return (
        <Select
          label={t('emailTemplates.field.which')}
          data={(['primary', 'certificate', 'badge', 'both'] as const).map((value) => ({
            value,
            label: t(`emailTemplates.which.${value}`),
          }))}
          value={block.which ?? 'primary'}
          allowDeselect={false}
          onChange={(which) => set({ which: which ?? 'primary' })}
        />
      );
    case 'image':
      return <ImageContent block={block} around={around} set={set} />;
    case 'spacer':
      return (
        <NumberInput
          label={t('emailTemplates.field.height')}
          value={block.height ?? 24}
          min={4}
          max={120}
          maw={200}
          onChange={(height) => set({ height: Number(height) || 24 })}
        />
      );
    case 'social':
      return <LinksField block={block} set={set} />;
    case 'html':
      return (
        <Textarea
          label={t('emailTemplates.field.html')}
          description={t('emailTemplates.field.htmlHelp')}
          value={block.html ?? ''}
          dir="ltr"
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          ff="monospace"
          onChange={(event) => set({ html: event.currentTarget.value })}
        />
      );
    default:
      return null;
  }
}

function ImageContent({ block, around, set }: { block: Block; around: Around; set: Set }) {
  const { t } = useTranslation();
  return (
    <>
      <ImageField
        label={t('emailTemplates.block.image')}
        value={block.src ?? ''}
        onChange={(src) => set({ src })}
      />
      <TextInput
        label={t('emailTemplates.field.alt')}
        value={block.alt ?? ''}
        dir={around.direction}
        onChange={(event) => set({ alt: event.currentTarget.value })}
      />
      <Group gap="sm" align="flex-start">
        <TextInput
          label={t('emailTemplates.field.url')}
          value={block.url ?? ''}
          dir="ltr"
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <NumberInput
          label={t('emailTemplates.field.width')}
          value={block.width ?? 536}
          min={16}
          max={1000}
          maw={200}
          onChange={(width) => set({ width: Number(width) || 536 })}
        />
      </Group>
    </>
  );
}

function LinksField({ block, set }: { block: Block; set: Set }) {
  const { t } = useTranslation();
  const links = block.links ?? [];
  const change = (at: number, fields: Partial<(typeof links)[number]>) =>
    set({ links: links.map((link, n) => (n === at ? { ...link, ...fields } : link)) });
  return (
    <>
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity of their own
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={t('emailTemplates.field.label')}
            value={link.label}
            dir="auto"
            onChange={(event) => change(at, { label: event.currentTarget.value })}
          />
          <TextInput
            label={t('emailTemplates.field.url')}
            value={link.url}
            dir="ltr"
            placeholder="https://"
            onChange={(event) => change(at, { url: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('emailTemplates.field.removeLink')}
            variant="subtle"
            onClick={() => set({ links: links.filter((_, n) => n !== at) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        w="fit-content"
        onClick={() => set({ links: [...links, { label: '', url: '' }] })}
      >
        {t('emailTemplates.field.addLink')}
      </Button>
    </>
  );
}

function LevelField({ block, set }: { block: Block; set: Set }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('emailTemplates.field.level')}
      data={[
        { value: '1', label: t('emailTemplates.level.large') },
        { value: '2', label: t('emailTemplates.level.medium') },
      ]}
      value={String(block.level ?? 1)}
      allowDeselect={false}
      w={140}
      onChange={(level) => set({ level: Number(level) })}
    />
  );
}

function AlignField({ block, set }: { block: Block; set: Set }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('emailTemplates.field.align')}
      data={(['start', 'center', 'end'] as const).map((value) => ({
        value,
        label: t(`emailTemplates.align.${value}`),
      }))}
      value={block.align ?? 'start'}
      allowDeselect={false}
      w={140}
      onChange={(align) => set({ align: align ?? 'start' })}
    />
  );
}

function WhenField({ block, around, set }: { block: Block; around: Around; set: Set }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('emailTemplates.field.when')}
      description={t('emailTemplates.field.whenHelp')}
      data={[
        { value: '', label: t('emailTemplates.field.always') },
        ...around.tags.map((tag) => ({ value: tag, label: `[${tag}]` })),
      ]}
      value={block.when ?? ''}
      allowDeselect={false}
      searchable
      w={280}
      onChange={(when) => set({ when: when ?? '' })}
    />
  );
}
