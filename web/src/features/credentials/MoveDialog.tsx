import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { toast } from '../../ui/toast/toast';
import { type Credential, moveCredential } from './api';
import { GroupField } from './GroupField';
import { LifeForm } from './LifeForm';
import { isDraft } from './publishSlot';

type Texts = 'keep' | 'follow';

/** Moves a credential to another group. For an issued one it asks which texts to show. */
export function MoveDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { t } = useTranslation();
  const [group, setGroup] = useState<number | null>(null);
  const [texts, setTexts] = useState<Texts>('keep');
  const issued = !isDraft(credential);
  return (
    <LifeForm
      title={t('credentials.move.title', { name: isolate(credential.recipient.name) })}
      confirm={t('credentials.move.confirm')}
      ready={group !== null}
      onClose={onClose}
      onConfirm={async () => {
        if (group === null) return;
        const moved = await moveCredential(credential.uuid, { group_id: group, texts });
        toast.success(t('credentials.move.done', { group: isolate(moved.group_name) }));
      }}
    >
      <Text>{t(issued ? 'credentials.move.bodyIssued' : 'credentials.move.body')}</Text>
      <GroupField
        credential={credential}
        others
        label={t('credentials.move.group')}
        value={group}
        onChange={setGroup}
      />
      {issued && (
        <Radio.Group
          label={t('credentials.move.texts')}
          value={texts}
          onChange={(value) => setTexts(value as Texts)}
        >
          <Stack gap="xs" mt={4}>
            {(['keep', 'follow'] as const).map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`credentials.move.${one}`)}
                description={t(`credentials.move.${one}Help`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </LifeForm>
  );
}
