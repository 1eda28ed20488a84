import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLength, required } from '../../../lib/validation';
import { FormProblems } from '../../../ui/form/FormProblems';
import { SelectField, TextareaField, TextField } from '../../../ui/form/fields';
import { FormRefusal, useForm } from '../../../ui/form/useForm';
import { addOwnEvidence, changeOwnEvidence, type EvidenceInput, type EvidenceItem } from './api';
import { OwnFileField } from './OwnFileField';

const KINDS = ['file', 'url', 'text'] as const;
type Kind = (typeof KINDS)[number];

const VISIBILITIES = ['public', 'key_holders', 'private'] as const;

interface EvidenceFormProps {
  uuid: string;
  /** The item to change. Without it, a new one is added. */
  item?: EvidenceItem | undefined;
  onBack: () => void;
  onDone: () => Promise<void>;
}

function kindOf(item: EvidenceItem | undefined): Kind {
  if (!item || item.file) return 'file';
  return item.link_url ? 'url' : 'text';
}

const valuesOf = (item: EvidenceItem | undefined) => ({
  description: item?.title ?? '',
  url: item?.file ? '' : (item?.link_url ?? ''),
  string_object: typeof item?.string_object === 'string' ? item.string_object : '',
  narrative: item?.narrative ?? '',
  visibility: (item?.visibility ?? 'public') as string,
});

type Values = ReturnType<typeof valuesOf>;

/** The API input. Only a new item has a category, and only the content of its kind is sent. */
function inputOf(kind: Kind, values: Values, fileKey: string, isNew: boolean): EvidenceInput {
  const { url, string_object, visibility, ...rest } = values;
  const input: EvidenceInput = { ...rest, visibility: visibility as EvidenceItem['visibility'] };
  if (isNew) input.category = kind === 'text' ? '' : kind;
  if (kind === 'file' && fileKey) input.file = fileKey;
  if (kind === 'url') input.url = url;
  if (kind === 'text' && string_object) input.string_object = string_object;
  return input;
}

/** Adds or changes the recipient's own evidence: a file, a link or a text. */
export function EvidenceForm({ uuid, item, onBack, onDone }: EvidenceFormProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>(kindOf(item));
  const [file, setFile] = useState({ key: '', name: item?.file?.name ?? '' });
  const [sending, setSending] = useState(false);
  const form = useForm({
    initial: valuesOf(item),
    labels: {
      description: t('evidence.field.title'),
      url: t('evidence.field.link'),
      string_object: t('evidence.field.text'),
      narrative: t('evidence.field.narrative'),
      visibility: t('evidence.field.visibility'),
    },
    rules: {
      description: [required, maxLength(150)],
      url: kind === 'url' ? [required, maxLength(2048)] : [],
      string_object: kind === 'text' && !item ? [required] : [],
      narrative: [maxLength(5000)],
    },
  });
  const save = form.submit(async (values) => {
    if (kind === 'file' && !file.name) throw new FormRefusal(t('supplements.evidence.noFile'));
    const input = inputOf(kind, values, file.key, !item);
    await (item ? changeOwnEvidence(uuid, item.id, input) : addOwnEvidence(uuid, input));
    await onDone();
  });
  const chosen = (key: string, name: string) => {
    setFile({ key, name });
    if (!form.values.description) form.set('description', name.slice(0, 150));
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <FormProblems problems={form.problems} />
        {!item && (
          <Select
            label={t('evidence.field.category')}
            data={KINDS.map((value) => ({ value, label: t(`evidence.category.${value}`) }))}
            value={kind}
            onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'file')}
          />
        )}
        {kind === 'file' && (
          <OwnFileField uuid={uuid} name={file.name} onChosen={chosen} onSending={setSending} />
        )}
        {kind === 'url' && (
          <TextField field={form.field('url')} type="url" dir="ltr" placeholder="https://" />
        )}
        {kind === 'text' && <TextareaField field={form.field('string_object')} dir="auto" maxRows={10} />}
        <TextField field={form.field('description')} dir="auto" />
        <TextareaField
          field={form.field('narrative')}
          dir="auto"
          maxRows={8}
          description={t('evidence.narrativeHelp')}
        />
        <SelectField
          field={form.field('visibility')}
          data={VISIBILITIES.map((value) => ({ value, label: t(`supplements.visibility.${value}`) }))}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button type="submit" loading={form.busy} disabled={sending}>
            {t(item ? 'evidence.save' : 'evidence.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
