using Advisor.Core.Text;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Identity;

/// <summary>
/// First policy in the pipeline of Resource Manager, which keeps any client from sending the token elsewhere: a URL from a response (next
/// page, operation) must be within Resource Manager, use https except for a local Azure, and is requested from the endpoint itself.
/// </summary>
internal sealed class ArmAddressPolicy(Uri endpoint) : HttpPipelineSynchronousPolicy
{
    /// <exception cref="InvalidResponseException">The URL is outside of the endpoint.</exception>
    public override void OnSendingRequest(HttpMessage message) =>
        message.Request.Uri.Reset(RequireWithinEndpoint(message.Request.Uri.ToUri()));

    // A local Azure uses http, but the pipeline requires https up to the transport.
    private Uri RequireWithinEndpoint(Uri given)
    {
        if (given.Scheme != Uri.UriSchemeHttps && !(given.Scheme == Uri.UriSchemeHttp && given.IsLoopback))
        {
            throw new InvalidResponseException(
                $"Azure returned the link '{UntrustedText.Redact(given.OriginalString)}', which is not an https URL."
            );
        }

        var sameHost =
            string.Equals(given.Host, endpoint.Host, StringComparison.OrdinalIgnoreCase)
            || given.Host.EndsWith("." + endpoint.Host, StringComparison.OrdinalIgnoreCase)
            || (given.IsLoopback && endpoint.IsLoopback);
        return sameHost
            ? new Uri(endpoint, given.PathAndQuery)
            : throw new InvalidResponseException(
                $"Azure returned a link to {UntrustedText.Redact(given.Host)}, which is not {endpoint.Host}: not followed."
            );
    }
}
