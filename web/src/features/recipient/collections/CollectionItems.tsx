import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../lib/bidi';
import { maxLength } from '../../../lib/validation';
import { FormProblems } from '../../../ui/form/FormProblems';
import { TextareaField } from '../../../ui/form/fields';
import { useForm } from '../../../ui/form/useForm';
import { Panel } from '../../../ui/Panel';
import { toast } from '../../../ui/toast/toast';
import { idOf, nameOf, OrderedCredentials } from '../OrderedCredentials';
import { type Collection, type CollectionItem, collectionQuery, collectionsKey, saveItems } from './api';
import styles from './collections.module.css';

/** The credentials of a collection in their order. Each can have a note. */
export function CollectionItems({ collection }: { collection: Collection }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, items } = collection;
  const [noting, setNoting] = useState<string | null>(null);
  const save = async (next: readonly CollectionItem[]) => {
    await saveItems(id, next);
    await queries.invalidateQueries({ queryKey: collectionsKey });
  };
  const remove = async (item: CollectionItem) => {
    const words = { name: isolate(nameOf(item) || t('collections.imports.untitled')) };
    try {
      await save(items.filter((other) => other !== item));
      toast.success(t('collections.removed', words));
    } catch {
      toast.formWarning(t('collections.removeFailed', words), []);
    }
  };
  return (
    <Panel>
      <OrderedCredentials
        queryKey={collectionQuery(id).queryKey}
        hold={(all) => ({ ...collection, items: all })}
        items={items}
        save={(next) => saveItems(id, next)}
        onRemove={(item) => void remove(item)}
        words={{ remove: t('collections.remove'), removeOf: (name) => t('collections.removeOf', { name }) }}
        extra={(item) => (
          <ItemNote
            item={item}
            noting={noting === idOf(item)}
            onNote={() => setNoting(idOf(item))}
            onDone={() => setNoting(null)}
            onSave={(note) => save(items.map((other) => (other === item ? { ...item, note } : other)))}
          />
        )}
      />
    </Panel>
  );
}

interface ItemNoteProps {
  item: CollectionItem;
  noting: boolean;
  onNote: () => void;
  onDone: () => void;
  onSave: (note: string) => Promise<void>;
}

function ItemNote({ item, noting, onNote, onDone, onSave }: ItemNoteProps) {
  const { t } = useTranslation();
  const { note } = item;
  const name = isolate(nameOf(item) || t('collections.imports.untitled'));
  if (noting)
    return <Note note={note} label={t('collections.noteOf', { name })} onDone={onDone} onSave={onSave} />;
  return (
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
