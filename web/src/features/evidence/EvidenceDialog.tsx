import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { Modal } from '../../ui/dialog/Modal';
import { addEvidence, changeEvidence, type EvidenceItem } from './api';
import { ContentFields } from './ContentFields';
import { PreviewField } from './PreviewField';
import {
  CATEGORIES,
  type Category,
  inputOf,
  TAKES_PREVIEW,
  type Values,
  VISIBILITIES,
  type Visibility,
  valuesOf,
} from './values';

interface EvidenceDialogProps {
  uuid: string;
  /** The item to change. Without it, a new item is added. */
  item?: EvidenceItem;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Dialog to add or change an evidence item. */
export function EvidenceDialog({ uuid, item, onClose, onDone }: EvidenceDialogProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values>(() => valuesOf(item));
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const [sending, setSending] = useState(false);
  const [busy, setBusy] = useState(false);
  const error = (field: string) => wrong[field]?.join(' ');
  const set = (change: Partial<Values>) => setValues((current) => ({ ...current, ...change }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong({});
    const input = inputOf(values, item);
    try {
      await (item ? changeEvidence(uuid, item.id, input, [409, 422]) : addEvidence(uuid, input));
      await onDone();
      onClose();
    } catch (refusal) {
      if (refusal instanceof ApiError) setWrong(refusal.fields);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal opened onClose={onClose} size={560} title={t(item ? 'evidence.edit' : 'evidence.add')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {!item && (
            <Select
              label={t('evidence.field.category')}
              data={CATEGORIES.map((name) => ({ value: name, label: t(`evidence.category.${name}`) }))}
              value={values.category}
              onChange={(name) => {
                setWrong({});
                set({ category: (name ?? 'file') as Category, file: '' });
              }}
            />
          )}
          <ContentFields
            key={values.category}
            values={values}
            item={item}
            error={error}
            onChange={set}
            onSending={setSending}
          />
          <TextInput
            label={t('evidence.field.title')}
            maxLength={150}
            dir="auto"
            value={values.title}
            error={error('description')}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <Textarea
            label={t('evidence.field.narrative')}
            description={t('evidence.narrativeHelp')}
            maxLength={5000}
            autosize
            minRows={3}
            maxRows={10}
            dir="auto"
            value={values.narrative}
            error={error('narrative')}
            onChange={(event) => set({ narrative: event.currentTarget.value })}
          />
          {(TAKES_PREVIEW.includes(values.category) || values.preview !== '') && (
            <PreviewField
              value={values.preview}
              error={error('preview')}
              onChange={(preview) => set({ preview })}
              onSending={setSending}
            />
          )}
          <Select
            label={t('evidence.field.visibility')}
            data={VISIBILITIES.map((name) => ({ value: name, label: t(`evidence.visibility.${name}`) }))}
            value={values.visibility}
            error={error('visibility')}
            onChange={(name) => set({ visibility: (name ?? 'public') as Visibility })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('ui.dialog.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={sending}>
              {t(item ? 'evidence.save' : 'evidence.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
