using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>Counts of open messages.</summary>
/// <param name="ChangeRequests">Change requests that have not been started.</param>
/// <param name="Events">Alerts and notices that are not grouped yet.</param>
/// <param name="Deliveries">Messages to be sent by a channel.</param>
/// <param name="OldestAt">Creation time of the oldest one; null if there is none.</param>
public sealed record OutboxCounts(int ChangeRequests, int Events, int Deliveries, DateTimeOffset? OldestAt)
{
    internal OutboxCounts Add(Row row)
    {
        bool Is(string prefix) => row.Key.StartsWith(prefix, StringComparison.Ordinal);
        return Is(StateKeys.OpenChangeRequests) ? With(row) with { ChangeRequests = ChangeRequests + 1 }
            : Is(StateKeys.OpenSources) ? With(row) with { Events = Events + 1 }
            : Is(StateKeys.OpenDeliveries) ? With(row) with { Deliveries = Deliveries + 1 }
            : this;
    }

    private OutboxCounts With(Row row) => this with { OldestAt = OldestAt < row.At ? OldestAt : row.At };
}
