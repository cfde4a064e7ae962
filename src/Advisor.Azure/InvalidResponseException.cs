namespace Advisor.Azure;

/// <summary>
/// Response of Azure that violates its contract, with a sentence fit for display. The ports catch it and report a failure.
/// </summary>
internal sealed class InvalidResponseException(string message, Exception? inner = null) : Exception(message, inner);
