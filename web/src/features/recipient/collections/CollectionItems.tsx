import { ActionIcon, Anchor, Button, Group, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconEyeOff, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import { maxLength } from '../../../lib/validation';
import { FormProblems } from '../../../ui/form/FormProblems';
import { TextareaField } from '../../../ui/form/fields';
import { useForm } from '../../../ui/form/useForm';
import { ReorderGrip } from '../../../ui/list/ReorderGrip';
import { moved, useReorder } from '../../../ui/list/useReorder';
import { Panel } from '../../../ui/Panel';
import { Picture } from '../../../ui/Picture';
import { toast } from '../../../ui/toast/toast';
import { type Collection, type CollectionItem, collectionQuery, collectionsKey, saveItems } from './api';
import styles from './collections.module.css';

/** The credentials of a collection. They are ordered by dragging or with the arrow keys, and each can have a note. */
export function CollectionItems({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { id, items } = collection;
  const [noting, setNoting] = useState<string | null>(null);
  const order = useReorder({
    queryKey: collectionQuery(id).queryKey,
    items,
    save: (item, to) => saveItems(id, moved(items, items.indexOf(item), to)),
    hold: (all) => ({ ...collection, items: all }),
  });
  const save = async (next: readonly CollectionItem[]) => {
    await saveItems(id, next);
    await queries.invalidateQueries({ queryKey: collectionsKey });
  };
  const remove = async (item: CollectionItem) => {
    const words = { name: isolate(item.credential.name) };
    try {
      await save(items.filter((other) => other !== item));
      toast.success(t('collections.removed', words));
    } catch {
      toast.formWarning(t('collections.removeFailed', words), []);
    }
  };
  return (
    <Panel>
      <ol className={styles.items}>
        {items.map((item, at) => (
          <li key={item.credential.uuid} className={styles.item} {...order.row(at)}>
            {items.length > 1 && (
              <ReorderGrip
                label={t('collections.grip', { name: isolate(item.credential.name) })}
                grip={order.grip(at)}
              />
            )}
            <Item
              item={item}
              noting={noting === item.credential.uuid}
              onNote={() => setNoting(item.credential.uuid)}
              onDone={() => setNoting(null)}
              onSave={(note) => save(items.map((other) => (other === item ? { ...item, note } : other)))}
            />
            <Tooltip label={t('collections.remove')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('collections.removeOf', { name: isolate(item.credential.name) })}
                onClick={() => void remove(item)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">
        {order.last &&
          t('collections.movedTo', {
            name: isolate(order.last.item.credential.name),
            place: format.number(order.last.place + 1),
            number: format.number(items.length),
            count: items.length,
          })}
      </VisuallyHidden>
    </Panel>
  );
}

interface ItemProps {
  item: CollectionItem;
  noting: boolean;
  onNote: () => void;
  onDone: () => void;
  onSave: (note: string) => Promise<void>;
}

function Item({ item: { credential, note, hidden }, noting, onNote, onDone, onSave }: ItemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const picture = credential.certificate ?? credential.badge;
  const name = isolate(credential.name);
  return (
    <>
      <Picture
        src={picture?.image_url}
        placeholder={picture?.sample_url}
        alt=""
        width={78}
        className={styles.thumb ?? ''}
      />
      <div className={styles.words}>
        <Anchor component={Link} to={`/${credential.uuid}`} className={styles.name} inherit>
          <bdi lang={credential.language}>{credential.name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          <bdi>{credential.issuer.name}</bdi>
          {` · ${format.date(credential.issued_on)}`}
        </Text>
        {hidden && (
          <Group gap={6} wrap="nowrap" c="dimmed">
            <IconEyeOff size={14} aria-hidden />
            <Text size="sm">
              {t(credential.private ? 'collections.hiddenPrivate' : 'collections.hidden')}
            </Text>
          </Group>
        )}
        {noting ? (
          <Note note={note} label={t('collections.noteOf', { name })} onDone={onDone} onSave={onSave} />
        ) : (
          <>
            {note && (
              <Text size="sm" className={styles.note}>
                <bdi>{note}</bdi>
              </Text>
            )}
            <div>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={onNote}
                aria-label={t(note ? 'collections.noteEditOf' : 'collections.noteAddOf', { name })}
              >
                {t(note ? 'collections.noteEdit' : 'collections.noteAdd')}
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}

interface NoteProps {
  note: string;
  label: string;
  onDone: () => void;
  onSave: (note: string) => Promise<void>;
}

function Note({ note, label, onDone, onSave }: NoteProps) {
  const { t } = useTranslation();
  const form = useForm({ initial: { note }, labels: { note: label }, rules: { note: [maxLength(500)] } });
  return (
    <form
      noValidate
      onSubmit={form.submit(async (values) => {
        await onSave(values.note.trim());
        onDone();
      })}
    >
      <Stack gap="xs">
        <FormProblems problems={form.problems} />
        <TextareaField field={form.field('note')} autoFocus minRows={2} />
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={form.busy}>
            {t('ui.form.save')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={onDone}>
            {t('ui.dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
