using Azure;
using Azure.Core;
using Azure.ResourceManager;

namespace Advisor.Azure.Resources;

/// <summary>
/// Calls that Azure.ResourceManager has no method for, on its own pipeline and with its sign-in. Followed addresses (next pages, operations)
/// must lie in Resource Manager itself, since the token goes with them.
/// </summary>
internal sealed class ArmPipeline(ArmClient client) : ArmResource(client, ResourceIdentifier.Root)
{
    /// <summary>The endpoint's name for limits: <c>management.azure.com</c>.</summary>
    public string Host => Endpoint.Authority;

    /// <summary>Sends a GET. An answer that is no success is thrown.</summary>
    public async Task<Response> GetAsync(Action<RequestUriBuilder> address, CancellationToken cancellation)
    {
        using var message = Pipeline.CreateMessage();
        message.Request.Method = RequestMethod.Get;
        message.Request.Uri.Reset(Endpoint);
        address(message.Request.Uri);
        message.Request.Headers.Add("Accept", "application/json");
        await Pipeline.SendAsync(message, cancellation);
        return message.Response.IsError ? throw new RequestFailedException(message.Response) : message.Response;
    }

    /// <summary>Sends a GET to a path of ours, which begins with a slash and may have a query.</summary>
    public Task<Response> GetAsync(string path, string apiVersion, CancellationToken cancellation) => GetAsync(
        uri =>
        {
            uri.Reset(new Uri(Endpoint, path));
            uri.AppendQuery("api-version", apiVersion, escapeValue: false);
        },
        cancellation);

    /// <summary>Sends a GET to an address that Azure gave.</summary>
    /// <exception cref="BadAnswerException">The address lies elsewhere.</exception>
    public Task<Response> FollowAsync(string url, CancellationToken cancellation)
    {
        var followed = Within(url);
        return GetAsync(uri => uri.Reset(followed), cancellation);
    }

    // On this machine the scheme is http, and the pipeline wants to see https until the transport.
    private Uri Within(string url)
    {
        if (!Uri.TryCreate(url, UriKind.Absolute, out var given) || (given.Scheme != Uri.UriSchemeHttps && !given.IsLoopback))
        {
            throw new BadAnswerException($"Azure gave '{SafeText.Of(url)}' to follow, which is no https address.");
        }

        var sameHost = string.Equals(given.Host, Endpoint.Host, StringComparison.OrdinalIgnoreCase)
            || given.Host.EndsWith("." + Endpoint.Host, StringComparison.OrdinalIgnoreCase)
            || (given.IsLoopback && Endpoint.IsLoopback);
        return sameHost
            ? new Uri(Endpoint, given.PathAndQuery)
            : throw new BadAnswerException($"Azure gave an address on {SafeText.Of(given.Host)} to follow, which is not {Endpoint.Host}: not followed.");
    }
}
