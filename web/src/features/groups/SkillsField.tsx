import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { FieldProps } from '../../ui/form/useForm';
import { skillsQuery } from './api';

const MAX_SKILLS = 20;
const MAX_LENGTH = 100;
const TYPING_PAUSE = 200;

/** Skills, with suggestions of common and previously used ones. Others can be typed. */
export function SkillsField({ field }: { field: FieldProps<string[]> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, TYPING_PAUSE);
  const { data } = useQuery(skillsQuery(query.trim()));
  const { required: _, ...props } = field;
  return (
    <TagsInput
      {...props}
      description={t('groups.form.skillsHelp', { count: MAX_SKILLS, number: format.number(MAX_SKILLS) })}
      dir="auto"
      maxTags={MAX_SKILLS}
      maxLength={MAX_LENGTH}
      data={data ?? []}
      searchValue={text}
      onSearchChange={setText}
      acceptValueOnBlur
    />
  );
}
