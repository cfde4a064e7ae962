using System.Text.Json.Nodes;
using Advisor.Azure.Identity;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Resources;

/// <summary>Calls of Resource Manager, and the one call that changes a resource.</summary>
/// <param name="pipeline">Pipeline with the token of Resource Manager, the address policy first.</param>
/// <param name="endpoint">Endpoint of Resource Manager.</param>
internal sealed class ArmPipeline(HttpPipeline pipeline, Uri endpoint)
{
    private const string JsonContent = "application/json";

    /// <summary>Name of the endpoint for limits: <c>management.azure.com</c>.</summary>
    public string Host => endpoint.Authority;

    /// <summary>Sends a GET. A status other than success throws.</summary>
    public async Task<Response> GetAsync(Action<RequestUriBuilder> address, CancellationToken cancellation)
    {
        using var message = CreateMessage(RequestMethod.Get);
        address(message.Request.Uri);
        return await SendAsync(message, cancellation);
    }

    /// <summary>Sends a GET to a path, which begins with a slash and may have a query.</summary>
    public Task<Response> GetAsync(string path, string? apiVersion, CancellationToken cancellation) =>
        GetAsync(
            uri =>
            {
                uri.Reset(new Uri(endpoint, path));
                if (apiVersion is not null)
                {
                    uri.AppendQuery("api-version", apiVersion, escapeValue: false);
                }
            },
            cancellation
        );

    /// <summary>Sends a GET to a URL from a response, which must be within Resource Manager (<see cref="ArmAddressPolicy"/>).</summary>
    /// <exception cref="InvalidResponseException">The text is not a URL, or is outside of the endpoint.</exception>
    public Task<Response> FollowAsync(string url, CancellationToken cancellation) =>
        Uri.TryCreate(url, UriKind.Absolute, out var given)
            ? GetAsync(uri => uri.Reset(given), cancellation)
            : throw new InvalidResponseException($"Azure returned the link '{UntrustedText.Redact(url)}', which is not an https URL.");

    /// <summary>
    /// Sends a POST that reads, such as a query, to a path or to a URL from a response, which must be within Resource Manager. A status
    /// other than success throws.
    /// </summary>
    public async Task<Response> PostAsync(
        string url,
        JsonObject body,
        CancellationToken cancellation,
        (string Name, string Value)? header = null
    )
    {
        using var message = CreateMessage(RequestMethod.Post, body);
        message.Request.Uri.Reset(new Uri(endpoint, url));
        if (header is { } stated)
        {
            message.Request.Headers.Add(stated.Name, stated.Value);
        }

        return await SendAsync(message, cancellation);
    }

    /// <summary>
    /// Sends a PATCH with only name, tier and capacity of the new size, and the location: the classes of the SignalR and Web PubSub
    /// libraries would add an empty <c>properties</c>. Returns when Azure has accepted it; a status other than 200 and 202 throws.
    /// </summary>
    public async Task<AcceptedChange> PatchSizeAsync(FleetResource resource, string sku, int units, CancellationToken cancellation)
    {
        var size = new JsonObject
        {
            ["name"] = sku,
            ["tier"] = ServiceTypes.GetTier(sku),
            ["capacity"] = units,
        };
        using var message = CreateMessage(
            RequestMethod.Patch,
            new JsonObject { ["sku"] = size, ["location"] = new AzureLocation(resource.Region).Name }
        );
        message.Request.Uri.AppendPath(resource.Id, escape: false);
        message.Request.Uri.AppendQuery("api-version", ServiceTypes.ApiVersion, escapeValue: false);
        var response = await SendAsync(message, cancellation);
        return response.Status is 200 or 202 ? new AcceptedChange(FindOperation(response)) : throw new RequestFailedException(response);
    }

    private async Task<Response> SendAsync(HttpMessage message, CancellationToken cancellation)
    {
        await pipeline.SendAsync(message, cancellation);
        return message.Response.IsError ? throw new RequestFailedException(message.Response) : message.Response;
    }

    private HttpMessage CreateMessage(RequestMethod method, JsonObject? body = null)
    {
        var message = pipeline.CreateMessage();
        message.Request.Method = method;
        message.Request.Uri.Reset(endpoint);
        message.Request.Headers.Add("Accept", JsonContent);
        if (body is not null)
        {
            message.Request.Headers.Add("Content-Type", JsonContent);
            message.Request.Content = RequestContent.Create(body.ToJsonString());
        }

        return message;
    }

    // The URL of the operation's status; none where the response says that the change is complete.
    private static string? FindOperation(Response response) =>
        response.Headers.TryGetValue("Azure-AsyncOperation", out var operation) ? operation
        : response.Headers.TryGetValue("Location", out var location) ? location
        : null;
}
