import { Button, Menu } from '@mantine/core';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../api/errors';
import { recipientQuery } from '../../../api/recipient';
import { isolate } from '../../../lib/bidi';
import { toast } from '../../../ui/toast/toast';
import { addToCollection, type Collection, collectionsKey, collectionsQuery } from './api';
import { NewCollectionDialog } from './NewCollectionDialog';

/** Puts the selected credentials into a collection, or into a new one. */
export function AddToCollection({ ids }: { ids: () => Promise<string[]> }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const go = useNavigate();
  // The session of an issuer's link keeps no collections.
  const own = useQuery(recipientQuery()).data?.level === 'full';
  const { data, error } = useQuery({ ...collectionsQuery(), enabled: own });
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<string[] | null>(null);
  if (!own || error) return null;

  const guarded = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } catch (failed) {
      toast.formWarning((failed instanceof ApiError && failed.lines[0]) || t('collections.addFailed'), []);
    } finally {
      setBusy(false);
    }
  };
  const told = ({ name }: Collection) => toast.success(t('collections.added', { name: isolate(name) }));
  const add = (to: Collection) =>
    guarded(async () => {
      const changed = await addToCollection(to.id, await ids());
      await queries.invalidateQueries({ queryKey: collectionsKey });
      told(changed);
    });
  return (
    <>
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={busy} leftSection={<IconFolderPlus size={16} aria-hidden />}>
            {t('collections.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {data?.map((collection) => (
            <Menu.Item key={collection.id} onClick={() => void add(collection)}>
              <bdi>{collection.name}</bdi>
            </Menu.Item>
          ))}
          {data && data.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void guarded(async () => setChosen(await ids()))}
          >
            {t('collections.new.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {chosen && (
        <NewCollectionDialog
          ids={chosen}
          onClose={() => setChosen(null)}
          onMade={({ id }) => void go(`/me/collections/${id}`)}
        />
      )}
    </>
  );
}
