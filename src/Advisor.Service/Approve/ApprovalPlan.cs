using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.SignedLinks;
using Advisor.State.Changes;
using Advisor.State.Resources;

namespace Advisor.Service.Approve;

/// <summary>What the page of an approval shows.</summary>
public sealed record ApprovalPlan
{
    public required string Name { get; init; }

    /// <summary>SignalR or WebPubSub.</summary>
    public required string Service { get; init; }

    public required string Region { get; init; }

    public required string FromSku { get; init; }

    public required int FromUnits { get; init; }

    public required string ToSku { get; init; }

    public required int ToUnits { get; init; }

    public required ScalingAction Action { get; init; }

    public required AdvisorMode Mode { get; init; }

    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    /// <summary>The bill of the size in force for a month of 30 days, units and messages; null where no price is known.</summary>
    public Money? CostBefore { get; init; }

    /// <summary>The bill of the size decided on for a month of 30 days, units and messages; null where no price is known.</summary>
    public Money? CostAfter { get; init; }

    /// <summary>What the bill changes by, units and message overage together; null where no price is known.</summary>
    public Money? CostChange { get; init; }

    /// <summary>What the bill changes by and becomes, in words; null where no price is known.</summary>
    public string? Cost { get; init; }

    /// <summary>The plan of an approval; null where it cannot be read.</summary>
    public static ApprovalPlan? Read(ApprovalRecord approval)
    {
        try
        {
            return JsonSerializer.Deserialize(approval.Plan, ServiceJsonFormat.Default.ApprovalPlan);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    internal static ApprovalRequest CreateRequest(DecisionRecord line, Decision decision, FleetResource resource, string? cost)
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
            CostBefore = decision.CostNow?.Total,
            CostAfter = decision.CostAfter?.Total,
            CostChange = decision.MonthlyCostChange,
            Cost = cost,
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
            SHA256.HashData(
                Encoding.UTF8.GetBytes(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{line.ChangeId}\n{line.FromSku}\n{line.FromUnits}\n{line.Sku}\n{line.Units}"
                    )
                )
            )
        );
}
