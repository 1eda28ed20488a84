import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../api/client';
import { QUIET, RECIPIENT } from '../../../api/recipient';
import type { components } from '../../../api/schema.v1.gen';

export type WalletOffer = components['schemas']['WalletOffer'];
export type WalletPlatform = components['schemas']['WalletPlatform'];
export type OfferState = WalletOffer['state'];

/** How often the state of an offer is read. */
const POLL_MS = 2000;

/** States that an offer does not leave by itself. A wallet may still say that it did not keep what was added. */
const FINAL: readonly OfferState[] = ['added', 'failed', 'expired'];

/** A new offer of a credential. Each round makes another one, which ends the one before. */
export const newOfferQuery = (uuid: string, round: number) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'walletOffer', uuid, round],
    queryFn: async () => {
      const params = { path: { ref: uuid } };
      const options = { quiet: [...QUIET.quiet, 404, 409] };
      return (await call(api.POST('/recipient/credentials/{ref}/wallet_offer', { params }), options))
        .wallet_offer;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The state of an offer, read again until it is final. */
export const offerQuery = (offer: WalletOffer | undefined) =>
  queryOptions({
    queryKey: [...RECIPIENT, 'walletOffer', offer?.id],
    queryFn: async ({ signal }) => {
      const params = { path: { id: offer?.id ?? '' } };
      return (await call(api.GET('/recipient/wallet_offers/{id}', { params, signal }), QUIET)).wallet_offer;
    },
    enabled: Boolean(offer),
    refetchInterval: ({ state }) => (state.data && FINAL.includes(state.data.state) ? false : POLL_MS),
    refetchOnWindowFocus: 'always',
  });

/** Makes a pass of a credential and returns the address where its owner gets it. */
export async function makePass(ref: string, platform: WalletPlatform): Promise<string> {
  const options = { quiet: [...QUIET.quiet, 404, 409, 503] };
  const made = api.POST('/recipient/credentials/{ref}/wallet_pass', {
    params: { path: { ref } },
    body: { platform },
  });
  return (await call(made, options)).wallet_pass.url;
}
