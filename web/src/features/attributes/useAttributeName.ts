import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttributeKey } from './api';

type BuiltInKey = 'attributes.builtInName.recipient_name';

/** Names an attribute: built-in ones in the language of the interface, the department's own as they were typed. */
export function useAttributeName(): (attribute: AttributeKey) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ parent, key, name }) =>
      parent === 'custom'
        ? name
        : t(`attributes.builtInName.${parent}_${key}` as BuiltInKey, { defaultValue: name }),
    [t],
  );
}
