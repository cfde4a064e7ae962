using Advisor.Core.Text;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Identity;

/// <summary>
/// Stands before everything else in the pipeline of Resource Manager, so that no client, ours or a library's, sends the token anywhere
/// else: an address that an answer named (a next page, an operation) must lie in Resource Manager, on https except on this machine, and is
/// asked for at the endpoint itself.
/// </summary>
internal sealed class ArmAddressPolicy(Uri endpoint) : HttpPipelineSynchronousPolicy
{
    /// <exception cref="InvalidResponseException">The address lies elsewhere.</exception>
    public override void OnSendingRequest(HttpMessage message) =>
        message.Request.Uri.Reset(RequireWithinEndpoint(message.Request.Uri.ToUri()));

    // On this machine the scheme is http, and the pipeline wants to see https until the transport.
    private Uri RequireWithinEndpoint(Uri given)
    {
        if (given.Scheme != Uri.UriSchemeHttps && !(given.Scheme == Uri.UriSchemeHttp && given.IsLoopback))
        {
            throw new InvalidResponseException(
                $"Azure returned the link '{UntrustedText.Redacted(given.OriginalString)}', which is not an https URL."
            );
        }

        var sameHost =
            string.Equals(given.Host, endpoint.Host, StringComparison.OrdinalIgnoreCase)
            || given.Host.EndsWith("." + endpoint.Host, StringComparison.OrdinalIgnoreCase)
            || (given.IsLoopback && endpoint.IsLoopback);
        return sameHost
            ? new Uri(endpoint, given.PathAndQuery)
            : throw new InvalidResponseException(
                $"Azure returned a link to {UntrustedText.Redacted(given.Host)}, which is not {endpoint.Host}: not followed."
            );
    }
}
