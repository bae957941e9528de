import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { authenticateMerchant } from '../authenticate.server.ts';
