import { NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FILE_BYTES, upload } from '../../api/uploads';
import { useFormat } from '../../i18n/useFormat';
import { FileDrop } from '../../ui/form/FileDrop';
import { useFileUpload } from '../../ui/form/useFileUpload';
import type { EvidenceItem } from './api';
import { CourseFields } from './CourseFields';
import { TranscriptFields } from './TranscriptFields';
import { type Category, TAKES_FILE, TAKES_LINK, type Values } from './values';

const MEDIA: Partial<Record<Category, string>> = { image: 'image/', video: 'video/', audio: 'audio/' };

interface ContentFieldsProps {
  values: Values;
  item?: EvidenceItem;
  error: (field: string) => string | undefined;
  onChange: (change: Partial<Values>) => void;
  onSending: (sending: boolean) => void;
}

/** The fields for the content of a category. */
export function ContentFields(props: ContentFieldsProps) {
  const { t } = useTranslation();
  const { values, item, error, onChange } = props;
  const { category } = values;
  const linked =
    TAKES_LINK.includes(category) || (item !== undefined && !item.file && item.link_url !== null);
  if (linked && !values.file) {
    return (
      <TextInput
        label={t('evidence.field.link')}
        type="url"
        placeholder="https://"
        dir="ltr"
        value={values.link}
        error={error('url')}
        onChange={(event) => onChange({ link: event.currentTarget.value })}
      />
    );
  }
  if (TAKES_FILE.includes(category)) return <FileField {...props} />;
  if (category === 'grade') {
    return (
      <NumberInput
        label={t('evidence.field.grade')}
        min={0}
        max={100}
        value={values.grade}
        error={error('string_object')}
        onChange={(grade) => onChange({ grade })}
      />
    );
  }
  if (category === 'transcript') {
    return (
      <TranscriptFields
        rows={values.transcript}
        error={error('string_object')}
        onChange={(transcript) => onChange({ transcript })}
      />
    );
  }
  if (category === 'course_duration') {
    return (
      <CourseFields
        value={values.course}
        error={error('string_object')}
        onChange={(course) => onChange({ course })}
      />
    );
  }
  return (
    <Textarea
      label={t('evidence.field.text')}
      autosize
      minRows={4}
      maxRows={12}
      dir="auto"
      value={values.text}
      error={error('string_object')}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
    />
  );
}

function FileField({ values, item, error, onChange, onSending }: ContentFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const media = MEDIA[values.category];
  const file = useFileUpload({
    upload: (chosen, onProgress) => upload('evidence', chosen, onProgress),
    maxBytes: MAX_FILE_BYTES,
    ...(media && { media }),
  });
  const [name, setName] = useState(item?.file?.name ?? '');
  const send = async (chosen: File) => {
    onSending(true);
    const sent = await file.send(chosen);
    onSending(false);
    if (!sent) return;
    setName(chosen.name);
    onChange({ file: sent.key, ...(values.title ? {} : { title: chosen.name.slice(0, 150) }) });
  };
  return (
    <Stack gap={6}>
      <FileDrop
        label={t(name ? 'evidence.chooseOther' : 'evidence.chooseFile')}
        help={t('evidence.fileHelp', { size: format.fileSize(MAX_FILE_BYTES) })}
        endings={[]}
        error={file.problem || error('file')}
        sending={file.sending}
        onFile={(chosen) => void send(chosen)}
      />
      {name && (
        <Text role="status">
          <bdi>{name}</bdi>
        </Text>
      )}
    </Stack>
  );
}
