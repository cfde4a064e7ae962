namespace Advisor.Notifications.Delivery;

/// <summary>
/// Keeps the messages of an incident in the order in which they came: one at a time, and none while an earlier one is not through. Messages of different
/// incidents do not wait for each other.
/// </summary>
internal sealed class IncidentOrder(TimeProvider time, TimeSpan keepFor)
{
    private readonly Dictionary<string, Incident> incidents = new(StringComparer.Ordinal);

    /// <summary>Sends in turn. Null: an earlier message of the incident is not through yet.</summary>
    public async Task<DeliveryReport?> InTurnAsync(AlertMessage message, Func<Task<DeliveryReport>> send, CancellationToken cancellation)
    {
        var incident = Enter(message.DedupKey, out var turn);
        try
        {
            await turn.WaitAsync(cancellation);
        }
        catch (OperationCanceledException)
        {
            // The place in the row is given on when it comes.
            _ = turn.ContinueWith(_ => Leave(message.DedupKey, incident), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            throw;
        }

        try
        {
            if (incident.Open is { } open && open != message.EventId && time.GetUtcNow() < incident.OpenUntil)
            {
                return null;
            }

            var report = await send();
            Remember(incident, message.EventId, report);
            return report;
        }
        finally
        {
            Leave(message.DedupKey, incident);
        }
    }

    /// <summary>The message will not be sent again here: later ones of its incident need not wait for it.</summary>
    public void GiveUp(AlertMessage message)
    {
        lock (incidents)
        {
            if (incidents.TryGetValue(message.DedupKey, out var incident) && incident.Open == message.EventId)
            {
                incident.Open = null;
                Tidy(message.DedupKey, incident);
            }
        }
    }

    private Incident Enter(string key, out Task turn)
    {
        lock (incidents)
        {
            if (!incidents.TryGetValue(key, out var incident))
            {
                incidents[key] = incident = new Incident();
            }

            var place = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            incident.Row.Enqueue(place);
            if (incident.Row.Count == 1)
            {
                place.SetResult();
            }

            turn = place.Task;
            return incident;
        }
    }

    private void Leave(string key, Incident incident)
    {
        lock (incidents)
        {
            incident.Row.Dequeue();
            if (incident.Row.TryPeek(out var next))
            {
                next.SetResult();
            }

            Tidy(key, incident);
        }
    }

    private void Remember(Incident incident, string eventId, DeliveryReport report)
    {
        lock (incidents)
        {
            // The caller sends again what may work again, and only that is waited for.
            incident.Open = report.MayRetry ? eventId : null;
            incident.OpenUntil = time.GetUtcNow() + keepFor;
        }
    }

    private void Tidy(string key, Incident incident)
    {
        if (incident is { Open: null, Row.Count: 0 })
        {
            incidents.Remove(key);
        }
    }

    private sealed class Incident
    {
        /// <summary>Who sends, and who waits for it.</summary>
        public Queue<TaskCompletionSource> Row { get; } = [];

        /// <summary>The event that is not through yet.</summary>
        public string? Open { get; set; }

        public DateTimeOffset OpenUntil { get; set; }
    }
}
