using Advisor.Azure.Identity;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Azure;
using Azure.Core;
using Azure.ResourceManager;
using Azure.ResourceManager.Resources;
using Azure.ResourceManager.Resources.Models;

namespace Advisor.Azure.Resources;

/// <summary>
/// Calls for which Azure.ResourceManager has no method, on its pipeline and credential, and the one call that changes a resource.
/// </summary>
internal sealed class ArmPipeline(ArmClient client) : ArmResource(client, ResourceIdentifier.Root)
{
    /// <summary>Name of the endpoint for limits: <c>management.azure.com</c>.</summary>
    public string Host => Endpoint.Authority;

    /// <summary>Sends a GET. A status other than success throws.</summary>
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

    /// <summary>Sends a GET to a path, which begins with a slash and may have a query.</summary>
    public Task<Response> GetAsync(string path, string apiVersion, CancellationToken cancellation) =>
        GetAsync(
            uri =>
            {
                uri.Reset(new Uri(Endpoint, path));
                uri.AppendQuery("api-version", apiVersion, escapeValue: false);
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
    /// Sends a PATCH with only name, tier and capacity of the new size, and the location: the classes of the SignalR and Web PubSub
    /// libraries would add an empty <c>properties</c>. Returns when Azure has accepted it.
    /// </summary>
    public async Task<AcceptedChange> PatchSizeAsync(FleetResource resource, string sku, int units, CancellationToken cancellation)
    {
        var change = new GenericResourceData(new AzureLocation(resource.Region))
        {
            Sku = new ResourcesSku
            {
                Name = sku,
                Tier = ServiceTypes.GetTier(sku),
                Capacity = units,
            },
        };
        var operation = await Client
            .GetGenericResource(new ResourceIdentifier(resource.Id))
            .UpdateAsync(WaitUntil.Started, change, cancellation);
        return new AcceptedChange(OperationAddress.Find(operation.GetRawResponse()));
    }
}
