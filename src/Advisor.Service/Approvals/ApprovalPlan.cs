using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Approvals;

/// <summary>The plan of an approval, as its page shows it.</summary>
public sealed record ApprovalPlan
{
    public required string Name { get; init; }

    /// <summary>The service: SignalR or WebPubSub.</summary>
    public required string Service { get; init; }

    public required string Region { get; init; }

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    public required string ToSku { get; init; }

    public required int ToUnits { get; init; }

    [JsonIgnore]
    public Size From => new(FromSku, FromUnits);

    [JsonIgnore]
    public Size To => new(ToSku, ToUnits);

    public required ScalingAction Action { get; init; }

    public required AdvisorMode Mode { get; init; }

    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    /// <summary>Change of the monthly cost, units and message overage together; null when no price is known.</summary>
    public Money? CostChange { get; init; }

    /// <summary>Change of the monthly cost and the new cost, in words; null when no price is known.</summary>
    public string? Cost { get; init; }

    /// <summary>Measured connections that a scale-in drops, see <see cref="DroppedConnections.FindShare"/>; null until known.</summary>
    public double? DropRatio { get; init; }

    /// <summary>Reads the plan of an approval; null when it cannot be read.</summary>
    public static ApprovalPlan? Read(ApprovalRecord approval) => ServiceJsonFormat.Default.ApprovalPlan.TryRead(approval.Plan);

    internal static ApprovalRequest CreateRequest(
        DecisionRecord line,
        Decision decision,
        FleetResource resource,
        string? cost,
        double? dropRatio
    )
    {
        var plan = new ApprovalPlan
        {
            Name = resource.Name,
            Service = resource.Service.ToString(),
            Region = resource.Region,
            FromSku = line.FromSku,
            FromUnits = line.FromUnits,
            ToSku = line.Sku,
            ToUnits = line.Units,
            Action = line.Action,
            Mode = line.Mode,
            Reasons = line.Reasons,
            CostChange = decision.MonthlyCostChange,
            Cost = cost,
            DropRatio = dropRatio,
        };
        return new ApprovalRequest(
            line.ResourceId,
            line.Tick,
            line.ChangeId!,
            JsonSerializer.Serialize(plan, ServiceJsonFormat.Default.ApprovalPlan),
            ComputeHash(line)
        );
    }

    internal static string ComputeHash(DecisionRecord line) =>
        Convert.ToHexStringLower(
            SHA256.HashData(Encoding.UTF8.GetBytes($"{line.ChangeId}\n{line.FromSku}\n{line.FromUnits}\n{line.Sku}\n{line.Units}"))
        );
}
