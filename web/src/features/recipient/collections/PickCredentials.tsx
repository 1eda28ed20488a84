import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { useFormat } from '../../../i18n/useFormat';
import { Card, CardBy, CardLine, Cards } from '../../../ui/card/Card';
import { ImportStatus, IssuedStatus } from '../../../ui/card/CredentialStatus';
import { Modal } from '../../../ui/dialog/Modal';
import { ErrorPage } from '../../../ui/ErrorPage';
import { toast } from '../../../ui/toast/toast';
import { type Imported, importsQuery } from '../imports/api';
import { ImportedPicture } from '../imports/ImportedPicture';
import { ownCredentialsQuery, type WalletCredential } from '../wallet/api';
import styles from './collections.module.css';

interface PickCredentialsProps {
  title: string;
  /** The credentials that are there already, and what that is called. */
  held: readonly string[];
  heldWords: string;
  failedWords: string;
  /** Offers imported credentials too. */
  imports?: boolean;
  onAdd: (ids: readonly string[], imported: readonly string[]) => Promise<unknown>;
  onClose: () => void;
}

/** Finds credentials of the wallet and adds them to a collection or a profile. */
export function PickCredentials({
  title,
  held: before,
  heldWords,
  failedWords,
  imports = false,
  onAdd,
  onClose,
}: PickCredentialsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const found = useInfiniteQuery(ownCredentialsQuery(asked ? { search: asked } : {}));
  const held = new Set(before);
  const all = found.data?.pages.flatMap((page) => page.credentials);
  const others = useInfiniteQuery({ ...importsQuery(), enabled: imports });
  const words = search.trim().toLocaleLowerCase();
  const known = others.data?.pages.flatMap((page) => page.imports) ?? [];
  const imported = new Set(known.map(({ id }) => id));
  const fitting = known.filter(({ title, issuer }) =>
    `${title} ${issuer.name}`.toLocaleLowerCase().includes(words),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const choice = (id: string) => ({
    held: held.has(id) && heldWords,
    chosen: chosen.includes(id),
    onToggle: () => toggle(id),
  });
  const add = async () => {
    setBusy(true);
    try {
      await onAdd(
        chosen.filter((id) => !imported.has(id)),
        chosen.filter((id) => imported.has(id)),
      );
      onClose();
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || failedWords, []);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={title}>
      <Stack gap="md">
        <TextInput
          type="search"
          aria-label={t('recipient.wallet.search')}
          placeholder={t('recipient.wallet.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
        {found.error && !all ? (
          <ErrorPage part onRetry={() => void found.refetch()} />
        ) : !all ? (
          <Skeleton height={160} aria-busy />
        ) : all.length === 0 && fitting.length === 0 ? (
          <Text c="dimmed">{t('recipient.wallet.nothing')}</Text>
        ) : (
          <div className={styles.found}>
            {all.length > 0 && (
              <Cards view="list">
                {all.map((credential) => (
                  <li key={credential.uuid}>
                    <IssuedChoice credential={credential} {...choice(credential.uuid)} />
                  </li>
                ))}
              </Cards>
            )}
            <More found={found} />
            {fitting.length > 0 && (
              <>
                <Text component="h3" size="sm" fw={600} mt="md" mb={4}>
                  {t('collections.imports.group')}
                </Text>
                <Cards view="list" label={t('collections.imports.group')}>
                  {fitting.map((each) => (
                    <li key={each.id}>
                      <ImportedChoice imported={each} {...choice(each.id)} />
                    </li>
                  ))}
                </Cards>
                <More found={others} />
              </>
            )}
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button disabled={chosen.length === 0} loading={busy} onClick={() => void add()}>
            {t('collections.pick.add', { count: chosen.length, number: format.number(chosen.length) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface MoreProps {
  found: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

function More({ found }: MoreProps) {
  const { t } = useTranslation();
  if (!found.hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      mt="xs"
      loading={found.isFetchingNextPage}
      onClick={() => void found.fetchNextPage()}
    >
      {t('wallet.more')}
    </Button>
  );
}

interface ChoiceProps {
  /** What it is called that the credential is there already, or false. */
  held: string | false;
  chosen: boolean;
  onToggle: () => void;
}

const checkOf = ({ held, chosen, onToggle }: ChoiceProps) => ({
  checked: Boolean(held) || chosen,
  disabled: Boolean(held),
  onChange: onToggle,
});

function IssuedChoice({ credential, ...choice }: ChoiceProps & { credential: WalletCredential }) {
  const format = useFormat();
  const picture = credential.certificate ?? credential.badge;
  return (
    <Card
      src={picture?.image_url}
      placeholder={picture?.sample_url}
      title={credential.name}
      lang={credential.language}
      check={checkOf(choice)}
    >
      <CardBy>{credential.issuer.name}</CardBy>
      <CardLine>
        {choice.held || <IssuedStatus status={credential.verdict.status} />}
        <span>{format.date(credential.issued_on)}</span>
      </CardLine>
    </Card>
  );
}

function ImportedChoice({ imported, ...choice }: ChoiceProps & { imported: Imported }) {
  const { t } = useTranslation();
  return (
    <Card
      picture={<ImportedPicture imported={imported} width={78} />}
      title={imported.title || t('collections.imports.untitled')}
      check={checkOf(choice)}
    >
      <CardBy>{imported.issuer.name}</CardBy>
      <CardLine>{choice.held || <ImportStatus status={imported.status} />}</CardLine>
    </Card>
  );
}
