import { ActionIcon, Button, Fieldset, Input, SimpleGrid, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../ui/form/useForm';
import type { Alignment } from './api';
import styles from './GroupForm.module.css';

const MAX_ALIGNMENTS = 20;
const PARTS = ['name', 'url', 'framework', 'code'] as const;
const EMPTY: Alignment = { name: '', url: '', framework: '', code: '' };

/** Alignments of the achievement to nodes of frameworks, each with a name and a URL. */
export function AlignmentFields({ field }: { field: FieldProps<Alignment[]> }) {
  const { t } = useTranslation();
  const { value: all, onChange } = field;
  const change = (at: number, part: Partial<Alignment>) =>
    onChange(all.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <Input.Wrapper
      labelElement="div"
      label={field.label}
      description={t('groups.form.alignmentsHelp')}
      error={field.error}
    >
      {all.map((alignment, at) => (
        <Fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and keep their order
          key={at}
          className={styles.alignment}
          legend={t('groups.form.alignment', { number: at + 1 })}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {PARTS.map((part) => (
              <TextInput
                key={part}
                label={t(`groups.alignment.${part}`)}
                type={part === 'url' ? 'url' : 'text'}
                dir={part === 'url' ? 'ltr' : 'auto'}
                required={part === 'name' || part === 'url'}
                withAsterisk={false}
                maxLength={part === 'url' ? 2048 : 255}
                value={alignment[part]}
                onChange={(event) => change(at, { [part]: event.currentTarget.value })}
              />
            ))}
          </SimpleGrid>
          <ActionIcon
            className={styles.remove}
            aria-label={t('groups.form.alignmentRemove', { number: at + 1 })}
            onClick={() => onChange(all.filter((_, i) => i !== at))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Fieldset>
      ))}
      {all.length < MAX_ALIGNMENTS && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...all, EMPTY])}
        >
          {t('groups.form.alignmentAdd')}
        </Button>
      )}
    </Input.Wrapper>
  );
}
