import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { permissionGroupsQuery } from '../../api/queries/roles';
import type { FieldProps } from '../../ui/form/useForm';
import styles from './CompanySignIn.module.css';

/** What a group of the provider gives its members: a role, a permission group, or both. */
export interface Mapping {
  group: string;
  /** The ID of a role; '' for none. */
  role: string;
  /** 0 for none. */
  permission_group_id: number;
}

const MOST = 100;

interface MappingFieldsProps {
  field: FieldProps<Mapping[]>;
  roles: { value: string; label: string }[];
}

/** The mappings of the provider's groups, in the order in which they apply. */
export function MappingFields({ field, roles }: MappingFieldsProps) {
  const { t } = useTranslation();
  const { data } = useQuery(permissionGroupsQuery());
  const groups = (data?.permission_groups ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const { value: mappings, onChange } = field;
  const change = (at: number, part: Partial<Mapping>) =>
    onChange(mappings.map((mapping, i) => (i === at ? { ...mapping, ...part } : mapping)));
  return (
    <Input.Wrapper
      labelElement="div"
      label={field.label}
      description={t('companySignIn.form.mappingsHelp')}
      error={field.error}
    >
      {mappings.map((mapping, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are being typed, and the order stays
        <div key={at} className={styles.mapping}>
          <TextInput
            dir="auto"
            aria-label={t('companySignIn.form.group', { number: at + 1 })}
            placeholder={t('companySignIn.form.groupHint')}
            maxLength={255}
            value={mapping.group}
            onChange={(event) => change(at, { group: event.currentTarget.value })}
          />
          <Select
            aria-label={t('companySignIn.form.groupRole', { number: at + 1 })}
            placeholder={t('companySignIn.form.noRole')}
            data={roles}
            clearable
            value={mapping.role || null}
            onChange={(role) => change(at, { role: role ?? '' })}
          />
          <Select
            aria-label={t('companySignIn.form.permissionGroup', { number: at + 1 })}
            placeholder={t('companySignIn.form.noPermissionGroup')}
            data={groups}
            clearable
            searchable
            nothingFoundMessage={t('companySignIn.form.noPermissionGroups')}
            value={mapping.permission_group_id ? String(mapping.permission_group_id) : null}
            onChange={(id) => change(at, { permission_group_id: Number(id ?? 0) })}
          />
          <ActionIcon
            aria-label={t('companySignIn.form.mappingRemove', { number: at + 1 })}
            onClick={() => onChange(mappings.filter((_, i) => i !== at))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {mappings.length < MOST && (
        <Button
          mt="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...mappings, { group: '', role: '', permission_group_id: 0 }])}
        >
          {t('companySignIn.form.mappingAdd')}
        </Button>
      )}
    </Input.Wrapper>
  );
}
