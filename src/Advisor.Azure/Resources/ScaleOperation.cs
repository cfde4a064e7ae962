using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Service.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Change of size: read the resource again, compare, send once, follow.</summary>
internal sealed class ScaleOperation(
    AzureCalls calls,
    IResourceClient wire,
    ScalingContext scalingContext,
    ArmPipeline arm,
    TimeProvider time
)
{
    private static readonly string[] ChangingStates = ["Creating", "Updating", "Running", "Deleting", "Moving"];

    public async Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation)
    {
        if (ServiceTypes.TryParseId(request.ResourceId) is not { } id || request.To.Units < 1)
        {
            return ScaleErrors.Refuse(
                FailureCode.Invalid,
                $"'{UntrustedText.Redact(request.ResourceId)}' with {request.To.Units} units is not a valid size for a "
                    + "SignalR or Web PubSub resource."
            );
        }

        var target = new CallTarget(arm.Host, id.SubscriptionId!);
        var isSent = false;
        try
        {
            var current = await calls.ReadAsync(
                CallName.GetResource,
                target,
                token => wire.GetAsync(request.ResourceId, token),
                cancellation
            );
            if (CheckPreconditions(request, current) is { } failed)
            {
                return failed;
            }

            if (await CheckAutoscaleAsync(current, cancellation) is { } forbidden)
            {
                return forbidden;
            }

            if (time.GetUtcNow() > request.NotAfter)
            {
                return new ScaleOutcome(
                    ScaleResult.TooLate,
                    null,
                    null,
                    $"Not sent: Advisor was suspended before its request to change {current.Name} to {request.To}."
                );
            }

            isSent = true;
            var accepted = await calls.SendOnceAsync(
                CallName.ChangeResource,
                // A change that has to wait stops no reading.
                target with
                {
                    IsWrite = true,
                },
                token => arm.PatchSizeAsync(current, request.To.Sku, request.To.Units, token),
                cancellation
            );
            return new ScaleOutcome(
                ScaleResult.Accepted,
                accepted.OperationUrl,
                null,
                $"Azure changes {current.Name} from {current.Size} to {request.To}."
            );
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            return ScaleErrors.Describe(request.ResourceId, exception, time.GetUtcNow()) with { IsUnsent = !isSent };
        }
    }

    public Task<ScaleProgress> FollowAsync(string operationUrl, CancellationToken cancellation) =>
        calls.ReadAsync(
            CallName.FollowOperation,
            new CallTarget(arm.Host, "operations"),
            async token => ReadProgress(await arm.FollowAsync(operationUrl, token)),
            DescribeUnread,
            cancellation
        );

    private static ScaleProgress DescribeUnread(Exception fault)
    {
        if (fault is RequestFailedException { Status: 404 or 410 })
        {
            const string text = "The operation has expired at Azure: read the resource again to see its size.";
            return new ScaleProgress(IsDone: true, HasSucceeded: false, "Unknown", text) { HasExpired = true };
        }

        var failure = AzureFailures.Describe("the operation", fault, "Microsoft.SignalRService/locations/operationStatuses/read");
        return new ScaleProgress(IsDone: false, HasSucceeded: false, failure.Code.ToString(), failure.Text) { IsUnread = true };
    }

    private static ScaleOutcome? CheckPreconditions(ScaleRequest request, FleetResource current)
    {
        if (current.HasSize(request.To))
        {
            return new ScaleOutcome(ScaleResult.AlreadyApplied, null, null, $"{current.Name} is already {current.Size}.");
        }

        if (ChangingStates.Contains(current.ProvisioningState, StringComparer.OrdinalIgnoreCase))
        {
            return ScaleErrors.RetryLater(
                FailureCode.Updating,
                $"{current.Name} is being changed ({current.ProvisioningState}): Advisor will retry."
            );
        }

        return current.HasSize(request.From)
            ? null
            : new ScaleOutcome(
                ScaleResult.ResourceChanged,
                null,
                null,
                $"{current.Name} is {current.Size} now, " + $"not {request.From} as when decided: decide again."
            );
    }

    // Autoscale reverts a size outside of its range, and the two would counteract each other. If its state is unknown, nothing is changed.
    private async Task<ScaleOutcome?> CheckAutoscaleAsync(FleetResource current, CancellationToken cancellation)
    {
        if (!ServiceTypes.IsPremium(current.Sku))
        {
            return null;
        }

        var settings = await scalingContext.ListAutoscaleAsync(current.SubscriptionId, cancellation);
        return settings.TryGetValue(current.Id, out var name)
            ? ScaleErrors.Refuse(
                FailureCode.Autoscale,
                $"Azure's autoscale setting '{UntrustedText.Redact(name)}' acts on {current.Name}: disable it there, or leave "
                    + $"Advisor in recommend mode."
            )
            : null;
    }

    // Status of an operation, or of the result's URL: 202 while it runs, 200 or 204 when complete.
    private static ScaleProgress ReadProgress(Response response)
    {
        if (response.Status == 202)
        {
            return new ScaleProgress(IsDone: false, HasSucceeded: false, "Running");
        }

        if (response.Content.ToMemory().IsEmpty)
        {
            return new ScaleProgress(IsDone: true, HasSucceeded: true, "Succeeded");
        }

        using var document = JsonDocument.Parse(response.Content.ToMemory());
        var status =
            ResourceJson.GetText(document.RootElement, "status")
            ?? ResourceJson.GetText(ResourceJson.GetChild(document.RootElement, "properties"), "provisioningState")
            ?? "Succeeded";
        var error = ResourceJson.GetChild(document.RootElement, "error");
        return status.ToLowerInvariant() switch
        {
            "succeeded" => new ScaleProgress(IsDone: true, HasSucceeded: true, status),
            "failed" or "canceled" => new ScaleProgress(IsDone: true, HasSucceeded: false, status, DescribeError(error)),
            _ => new ScaleProgress(IsDone: false, HasSucceeded: false, status),
        };
    }

    private static string DescribeError(JsonElement error) =>
        UntrustedText.Redact(
            $"Azure did not complete the change: {ResourceJson.GetText(error, "code") ?? "no code"}, "
                + $"{ResourceJson.GetText(error, "message") ?? "no reason given"}"
        );
}
