using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Core.Text;
using Advisor.Runtime.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>One change of size: read again, compare, send once, follow.</summary>
internal sealed class Change(AzureCalls calls, IResourceWire wire, Surroundings surroundings, ArmPipeline arm, TimeProvider time)
{
    private static readonly string[] UnderWay = ["Creating", "Updating", "Running", "Deleting", "Moving"];

    public async Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation)
    {
        if (ServiceTypes.TryParseId(request.ResourceId) is not { } id || request.ToUnits < 1)
        {
            return new ScaleOutcome(ScaleResult.Refused, null, ScaleCodes.Invalid, $"'{UntrustedText.Redacted(request.ResourceId)}' with {request.ToUnits} units is no change of a SignalR or Web PubSub resource.");
        }

        var target = new CallTarget(arm.Host, id.SubscriptionId!);
        try
        {
            var current = await calls.ReadAsync(CallName.GetResource, target, token => wire.GetAsync(request.ResourceId, token), cancellation);
            if (Unfit(request, current) is { } unfit)
            {
                return unfit;
            }

            if (await AutoscaleForbidsAsync(current, cancellation) is { } forbidden)
            {
                return forbidden;
            }

            var accepted = await calls.ChangeAsync(CallName.ChangeResource, target, token => arm.ResizeAsync(current, request.ToSku, request.ToUnits, token), cancellation);
            return new ScaleOutcome(ScaleResult.Accepted, accepted.OperationUrl, null, $"Azure changes {current.Name} from {current.Sku} x {current.Units} to {request.ToSku} x {request.ToUnits}.");
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            return ScaleErrors.Describe(request.ResourceId, exception, time.GetUtcNow());
        }
    }

    public async Task<ScaleProgress> FollowAsync(string operationUrl, CancellationToken cancellation)
    {
        try
        {
            var response = await calls.ReadAsync(CallName.FollowOperation, new CallTarget(arm.Host, "operations"), token => arm.FollowAsync(operationUrl, token), cancellation);
            return Progress(response);
        }
        catch (RequestFailedException failed) when (failed.Status is 404 or 410)
        {
            return new ScaleProgress(Done: true, Succeeded: false, "Unknown", "Azure no longer knows the operation: read the resource again to see its size.");
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            var failure = AzureFailures.Describe("the operation", exception, "Microsoft.SignalRService/locations/operationStatuses/read");
            return new ScaleProgress(Done: false, Succeeded: false, failure.Code, failure.Text);
        }
    }

    private static ScaleOutcome? Unfit(ScaleRequest request, FleetResource current)
    {
        if (current.HasSize(request.ToSku, request.ToUnits))
        {
            return new ScaleOutcome(ScaleResult.AlreadyThere, null, null, $"{current.Name} is {current.Sku} x {current.Units} already.");
        }

        if (UnderWay.Contains(current.ProvisioningState, StringComparer.OrdinalIgnoreCase))
        {
            return new ScaleOutcome(ScaleResult.RetryLater, null, ScaleCodes.Updating, $"{current.Name} is being changed ({current.ProvisioningState}): asked again later.");
        }

        return current.HasSize(request.FromSku, request.FromUnits)
            ? null
            : new ScaleOutcome(ScaleResult.MovedOn, null, null, $"{current.Name} is {current.Sku} x {current.Units} now, not {request.FromSku} x {request.FromUnits} as decided on: decide again.");
    }

    // Autoscale undoes what lies outside its range, and the two would act on each other. Where that cannot be known, nothing is changed.
    private async Task<ScaleOutcome?> AutoscaleForbidsAsync(FleetResource current, CancellationToken cancellation)
    {
        if (!ServiceTypes.IsPremium(current.Sku))
        {
            return null;
        }

        var settings = await surroundings.AutoscaleAsync(current.SubscriptionId, cancellation);
        return settings.TryGetValue(current.Id, out var name)
            ? new ScaleOutcome(ScaleResult.Refused, null, ScaleCodes.Autoscale, $"Azure's autoscale setting '{UntrustedText.Redacted(name)}' acts on {current.Name}: disable it there, or leave it at advice.")
            : null;
    }

    // An operation's status, or the result's address: 202 while it runs, 200 or 204 when it is done.
    private static ScaleProgress Progress(Response response)
    {
        if (response.Status == 202)
        {
            return new ScaleProgress(Done: false, Succeeded: false, "Running");
        }

        if (response.Status == 204 || response.Content.ToMemory().IsEmpty)
        {
            return new ScaleProgress(Done: true, Succeeded: true, "Succeeded");
        }

        using var document = JsonDocument.Parse(response.Content.ToMemory());
        var status = ResourceJson.Text(document.RootElement, "status")
            ?? ResourceJson.Text(ResourceJson.Child(document.RootElement, "properties"), "provisioningState")
            ?? "Succeeded";
        var error = ResourceJson.Child(document.RootElement, "error");
        return status.ToLowerInvariant() switch
        {
            "succeeded" => new ScaleProgress(Done: true, Succeeded: true, status),
            "failed" or "canceled" => new ScaleProgress(Done: true, Succeeded: false, status, Why(error)),
            _ => new ScaleProgress(Done: false, Succeeded: false, status),
        };
    }

    private static string Why(JsonElement error) =>
        UntrustedText.Redacted($"Azure did not complete the change: {ResourceJson.Text(error, "code") ?? "no code"}, {ResourceJson.Text(error, "message") ?? "no reason given"}");
}
