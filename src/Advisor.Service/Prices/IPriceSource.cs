using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;

namespace Advisor.Service.Prices;

/// <summary>Meters of a service in a region.</summary>
/// <param name="Failure">Why they could not be read, with what to do; null when they were. Meters is then empty.</param>
public sealed record RetailAnswer(IReadOnlyList<RetailMeter> Meters, FleetFailure? Failure);

/// <summary>Retail prices of Azure. A failure is a value; only a cancellation throws.</summary>
public interface IPriceSource
{
    /// <summary>Reads the meters that are paid by consumption.</summary>
    /// <param name="region">In its short form.</param>
    /// <param name="currency">ISO 4217.</param>
    Task<RetailAnswer> ReadAsync(ServiceKind service, string region, string currency, CancellationToken cancellation);
}
