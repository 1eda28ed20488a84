import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupTagsQuery } from '../../api/queries/groups';
import type { FieldProps } from '../../ui/form/useForm';

const MAX_TAGS = 20;
const MAX_LENGTH = 50;
const MAX_COPIES = 5;

/** Tags of a group, with suggestions from the department's tags. */
export function TagsField({ field }: { field: FieldProps<string[]> }) {
  const { t } = useTranslation();
  const { data } = useQuery(groupTagsQuery());
  const { required: _, ...props } = field;
  return (
    <TagsInput
      {...props}
      description={t('groups.form.tagsHelp')}
      dir="auto"
      maxTags={MAX_TAGS}
      maxLength={MAX_LENGTH}
      data={(data ?? []).map(({ name }) => name)}
      acceptValueOnBlur
    />
  );
}

/** Email addresses that receive copies. */
export function CopiesField({ field, description }: { field: FieldProps<string[]>; description: string }) {
  const { required: _, ...props } = field;
  return (
    <TagsInput
      {...props}
      description={description}
      dir="ltr"
      maxTags={MAX_COPIES}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
    />
  );
}
