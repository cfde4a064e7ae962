namespace Advisor.Service.Notifications.Delivery;

/// <summary>A notification with the document of its report.</summary>
/// <param name="Problem">Why it could not be made; null where it was.</param>
internal readonly record struct AttachedReport(Notification? Message, DeliveryResult? Problem)
{
    public static AttachedReport Refused(string problem) => new(null, DeliveryResult.Refused(problem));

    public static AttachedReport RetryLater(string problem) => new(null, DeliveryResult.RetryLater(problem));
}
