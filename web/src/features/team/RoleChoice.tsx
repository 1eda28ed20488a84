import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/fields';
import type { FieldProps } from '../../ui/form/useForm';
import { useRoleName } from '../../ui/useRoleName';

interface RoleChoiceProps {
  field: FieldProps<string>;
  /** Whether owner can be chosen, which invited people cannot become. */
  owner?: boolean;
}

/** The role of a member. */
export function RoleChoice({ field, owner }: RoleChoiceProps) {
  const { t } = useTranslation();
  const { roles, nameOf } = useRoleName();
  return (
    <SelectField
      field={{ ...field, required: true }}
      description={t('team.form.roleHelp')}
      data={(roles ?? [])
        .filter(({ id }) => owner || id !== 'owner')
        .map((role) => ({ value: role.id, label: nameOf(role) }))}
    />
  );
}
