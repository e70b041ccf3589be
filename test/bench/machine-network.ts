const NETWORK =
  /^(?:PIP_\w+|OSV_URL|(?:HTTPS?|ALL|NO)_PROXY|NODE_USE_ENV_PROXY|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|npm_config_\w+)$/i;

/** The variables by which programs reach the network that this machine has; those without a value are left out. */
export const machineNetwork = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (NETWORK.test(name) && value ? [[name, value]] : [])),
  );
