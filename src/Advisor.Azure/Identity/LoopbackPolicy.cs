using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Identity;

/// <summary>
/// Redirects every request to one local endpoint. Placed right before the transport, so that the bearer token policy, which requires https,
/// has run, and URLs of operations and next pages are covered as well.
/// </summary>
internal sealed class LoopbackPolicy(Uri endpoint) : HttpPipelineSynchronousPolicy
{
    /// <summary>Returns the problem of a local endpoint; null if it is valid.</summary>
    public static string? FindProblem(Uri endpoint)
    {
        if (!endpoint.IsAbsoluteUri || (endpoint.Scheme != Uri.UriSchemeHttp && endpoint.Scheme != Uri.UriSchemeHttps))
        {
            return $"The endpoint '{endpoint}' is not an address: use the form http://127.0.0.1:PORT.";
        }

        return endpoint.IsLoopback
            ? null
            : $"The endpoint '{endpoint.Host}' is not on this machine: only loopback addresses (127.0.0.1, ::1, localhost) are accepted, "
                + "since nothing protects what is sent there. For real Azure, omit the endpoint and set the cloud.";
    }

    public override void OnSendingRequest(HttpMessage message)
    {
        message.Request.Uri.Scheme = endpoint.Scheme;
        message.Request.Uri.Host = endpoint.Host;
        message.Request.Uri.Port = endpoint.Port;
    }
}
