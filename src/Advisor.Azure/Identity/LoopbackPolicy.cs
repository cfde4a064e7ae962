using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Identity;

/// <summary>
/// Sends every request to one address of this machine. It stands right before the transport, so that the bearer policy has seen an https
/// address, which it insists on, and so that the addresses of operations and next pages are caught as well.
/// </summary>
internal sealed class LoopbackPolicy(Uri endpoint) : HttpPipelineSynchronousPolicy
{
    /// <summary>What is wrong with an endpoint that is meant to be on this machine; null where nothing is.</summary>
    public static string? FindProblem(Uri endpoint)
    {
        if (!endpoint.IsAbsoluteUri || (endpoint.Scheme != Uri.UriSchemeHttp && endpoint.Scheme != Uri.UriSchemeHttps))
        {
            return $"The endpoint '{endpoint}' is not an address: give it as http://127.0.0.1:PORT.";
        }

        return endpoint.IsLoopback
            ? null
            : $"The endpoint '{endpoint.Host}' is not on this machine: only loopback addresses (127.0.0.1, ::1, localhost) are accepted, "
                + "since nothing protects what is sent there. For real Azure leave the endpoint out and name the cloud.";
    }

    public override void OnSendingRequest(HttpMessage message)
    {
        message.Request.Uri.Scheme = endpoint.Scheme;
        message.Request.Uri.Host = endpoint.Host;
        message.Request.Uri.Port = endpoint.Port;
    }
}
