using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Alerts;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Alerts;

public sealed class FailureSeriesTests
{
    // Of a resource of 10 units. What waits for approval is still wanted; what no mode makes by itself is not tried again.
    [Theory]
    [InlineData(AdvisorMode.AutoUp, ScalingAction.ScaleIn, 2, "Succeeded", true)]
    [InlineData(AdvisorMode.AutoUp, ScalingAction.ScaleOut, 20, "Succeeded", false)]
    [InlineData(AdvisorMode.Auto, ScalingAction.ScaleIn, 2, "Succeeded", false)]
    [InlineData(AdvisorMode.Auto, ScalingAction.Advise, 10, "Succeeded", true)]
    [InlineData(AdvisorMode.Approve, ScalingAction.ScaleIn, 2, "Succeeded", false)]
    [InlineData(AdvisorMode.Approve, ScalingAction.Advise, 10, "Succeeded", false)]
    [InlineData(AdvisorMode.Recommend, ScalingAction.ScaleOut, 20, "Succeeded", true)]
    [InlineData(AdvisorMode.Auto, ScalingAction.Hold, 10, "Failed", true)]
    [InlineData(AdvisorMode.Auto, ScalingAction.Hold, 10, "Updating", false)]
    public void A_failed_change_matters_no_more_where_Advisor_wants_none_or_makes_none_in_its_mode(
        AdvisorMode mode,
        ScalingAction action,
        int units,
        string provisioningState,
        bool expected
    )
    {
        var decision = new Decision
        {
            ResourceId = "/r",
            Time = ServiceWorld.Start,
            Action = action,
            Sku = "Standard_S1",
            Units = units,
            LimitingFactor = Limit.None,
            Utilization = default,
            Confidence = default,
            Reasons = [new Reason(ReasonCodes.WithinCapacity, "")],
        };
        var resource = SampleResource.CreateWithId("/r", 10) with
        {
            ProvisioningState = provisioningState,
            Settings = new ResourceSettings { Mode = mode },
        };

        Assert.Equal(expected, FailureSeries.IsUnwanted(decision, resource));
        Assert.Equal(mode == AdvisorMode.Recommend, FailureSeries.IsUnwanted(null, resource));
    }
}
