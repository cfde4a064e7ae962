using System.Text.Json;
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
        await pipeline.SendAsync(message, cancellation);
        return message.Response.IsError ? throw new RequestFailedException(message.Response) : message.Response;
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

    /// <summary>Sends a POST that reads, such as a query. A status other than success throws.</summary>
    public async Task<Response> PostAsync(string path, string apiVersion, RequestContent body, CancellationToken cancellation)
    {
        using var message = CreateMessage(RequestMethod.Post);
        message.Request.Uri.Reset(new Uri(endpoint, path));
        message.Request.Uri.AppendQuery("api-version", apiVersion, escapeValue: false);
        message.Request.Headers.Add("Content-Type", JsonContent);
        message.Request.Content = body;
        await pipeline.SendAsync(message, cancellation);
        return message.Response.IsError ? throw new RequestFailedException(message.Response) : message.Response;
    }

    /// <summary>Sends a GET to a URL from a response, which must be within Resource Manager (<see cref="ArmAddressPolicy"/>).</summary>
    /// <exception cref="InvalidResponseException">The text is not a URL, or is outside of the endpoint.</exception>
    public Task<Response> FollowAsync(string url, CancellationToken cancellation) =>
        Uri.TryCreate(url, UriKind.Absolute, out var given)
            ? GetAsync(uri => uri.Reset(given), cancellation)
            : throw new InvalidResponseException($"Azure returned the link '{UntrustedText.Redact(url)}', which is not an https URL.");

    /// <summary>
    /// Sends a POST that reads, with a JSON body and a header, to a path or to a URL from a response, which must be within Resource
    /// Manager. A status other than success throws.
    /// </summary>
    public async Task<Response> PostAsync(
        string url,
        ReadOnlyMemory<byte> body,
        (string Name, string Value) header,
        CancellationToken cancellation
    )
    {
        using var message = CreateMessage(RequestMethod.Post);
        message.Request.Uri.Reset(new Uri(endpoint, url));
        message.Request.Headers.Add("Content-Type", JsonContent);
        message.Request.Headers.Add(header.Name, header.Value);
        message.Request.Content = RequestContent.Create(body);
        await pipeline.SendAsync(message, cancellation);
        return message.Response.IsError ? throw new RequestFailedException(message.Response) : message.Response;
    }

    /// <summary>
    /// Sends a PATCH with only name, tier and capacity of the new size, and the location: the classes of the SignalR and Web PubSub
    /// libraries would add an empty <c>properties</c>. Returns when Azure has accepted it; a status other than 200 and 202 throws.
    /// </summary>
    public async Task<AcceptedChange> PatchSizeAsync(FleetResource resource, string sku, int units, CancellationToken cancellation)
    {
        using var message = CreateMessage(RequestMethod.Patch);
        message.Request.Uri.AppendPath(resource.Id, escape: false);
        message.Request.Uri.AppendQuery("api-version", ServiceTypes.ApiVersion, escapeValue: false);
        message.Request.Headers.Add("Content-Type", JsonContent);
        message.Request.Content = CreateBody(resource, sku, units);
        await pipeline.SendAsync(message, cancellation);
        return message.Response.Status is 200 or 202
            ? new AcceptedChange(OperationAddress.Find(message.Response))
            : throw new RequestFailedException(message.Response);
    }

    private HttpMessage CreateMessage(RequestMethod method)
    {
        var message = pipeline.CreateMessage();
        message.Request.Method = method;
        message.Request.Uri.Reset(endpoint);
        message.Request.Headers.Add("Accept", JsonContent);
        return message;
    }

    private static RequestContent CreateBody(FleetResource resource, string sku, int units)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            writer.WriteStartObject();
            writer.WriteStartObject("sku");
            writer.WriteString("name", sku);
            writer.WriteString("tier", ServiceTypes.GetTier(sku));
            writer.WriteNumber("capacity", units);
            writer.WriteEndObject();
            writer.WriteString("location", new AzureLocation(resource.Region).Name);
            writer.WriteEndObject();
        }

        return RequestContent.Create(stream.ToArray());
    }
}
