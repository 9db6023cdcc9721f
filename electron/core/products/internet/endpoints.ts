/**
 * The endpoints of internet cards (service-api.md, "Platform endpoints", "Internet send body"; the status paths come
 * from the profile). A card's whole code ends here: only its tail goes on.
 */

import * as z from 'zod'
import { type InternetNumber, type InternetType, internetNumberShape, internetTypes } from '#shared/phone.ts'
import { type Ref, refSchema } from '#shared/ref.ts'
import type { Call } from '../../api/call.ts'
import { type Endpoint, notFoundAt404 } from '../../api/endpoint.ts'
import { dinars, successOf, text, wordOrNumber } from '../../api/envelope.ts'
import type { InternetSendBody } from '../../api/platform-records.ts'
import { tailOf } from '../../api/secret.ts'

const type = z.enum(internetTypes)

const fitsItsType = (line: { readonly type: z.infer<typeof type>; readonly number: string }): boolean =>
  internetNumberShape[line.type].test(line.number)

const product = z
  .object({
    value: dinars.refine((amount) => amount > 0),
    cost: dinars.refine((amount) => amount >= 0),
    available: z.boolean(),
  })
  .transform(({ value, cost, available }) => ({ valueCentimes: value, costCentimes: cost, available }))

const products = successOf(z.object({ products: z.array(product) }).transform((data) => data.products))

const productsRequest = z.strictObject({ type })

export const listInternetProducts: Endpoint<z.infer<typeof productsRequest>, z.output<typeof products>> = {
  name: 'listInternetProducts',
  host: 'platform',
  method: 'GET',
  path: '/v3/internet/products',
  class: 'read',
  request: productsRequest,
  answers: { 200: products },
}

/** The offer comes for ADSL only. */
const subscriber = successOf(
  z
    .object({ ncli: wordOrNumber, offre: text.nullish().catch(null) })
    .transform(({ ncli, offre }) => ({ customerNumber: ncli, offer: offre ?? null })),
)

const numberRequest = z.strictObject({ type, number: z.string() }).refine(fitsItsType)

export const checkInternetNumber: Endpoint<z.infer<typeof numberRequest>, z.output<typeof subscriber>> = {
  name: 'checkInternetNumber',
  host: 'platform',
  method: 'GET',
  path: '/v3/internet/check-number',
  class: 'read',
  request: numberRequest,
  answers: { 200: subscriber },
}

const acknowledgement = successOf(z.object({ topupId: text, topupRef: text }))

const sendRequest = z
  .strictObject({ type, number: z.string(), value: z.number().positive(), ref: refSchema })
  .refine(fitsItsType)

export const sendInternet: Endpoint<z.infer<typeof sendRequest>, z.output<typeof acknowledgement>> = {
  name: 'sendInternet',
  host: 'platform',
  method: 'POST',
  path: '/v3/internet/send',
  class: 'known-by-ref',
  request: sendRequest,
  answers: { 200: acknowledgement },
  agrees: (asked, answered) => answered.topupRef === asked.ref,
}

/** Beside the status these say less: one of a strange shape is left out, so that it never hides how the order stands. */
const beside = wordOrNumber.nullish().catch(null)

const record = successOf(
  z
    .object({
      status: text,
      _id: beside,
      topupId: beside,
      ref: beside,
      topupRef: beside,
      number: beside,
      value: dinars.nullish().catch(null),
      card_code: beside,
      num_trans: beside,
    })
    .transform((data) => ({
      topupId: data.topupId ?? data._id ?? null,
      status: data.status,
      cardTail: data.card_code == null ? null : tailOf(data.card_code),
      transactionNumber: data.num_trans ?? null,
      ref: data.ref ?? data.topupRef ?? null,
      number: data.number ?? null,
      valueCentimes: data.value ?? null,
    })),
)
type InternetRecordAnswer = z.output<typeof record>

const byRef = z.strictObject({ ref: refSchema })

export const findInternetByRef: Endpoint<{ readonly ref: Ref }, InternetRecordAnswer> = {
  name: 'findInternetByRef',
  host: 'platform',
  method: 'GET',
  path: { profile: 'internetByRef' },
  class: 'read',
  codeOfStatus: notFoundAt404,
  request: byRef,
  answers: { 200: record },
  agrees: (asked, answered) => answered.ref === null || answered.ref === asked.ref,
}

const byId = z.strictObject({ id: text })

export const findInternetById: Endpoint<{ readonly id: string }, InternetRecordAnswer> = {
  name: 'findInternetById',
  host: 'platform',
  method: 'GET',
  path: { profile: 'internetById' },
  class: 'read',
  codeOfStatus: notFoundAt404,
  request: byId,
  answers: { 200: record },
  agrees: (asked, answered) => answered.topupId === null || answered.topupId === asked.id,
}

/** One method an endpoint. */
export const internetCalls = (call: Call) => ({
  listInternetProducts: (type: InternetType) => call(listInternetProducts, { type }),
  checkInternetNumber: ({ type, number }: InternetNumber) => call(checkInternetNumber, { type, number }),
  sendInternet: ({ type, number, value, ref }: InternetSendBody) =>
    call(sendInternet, { type, number, value, ref }),
  findInternetByRef: (ref: Ref) => call(findInternetByRef, { ref }),
  findInternetById: (id: string) => call(findInternetById, { id }),
})
